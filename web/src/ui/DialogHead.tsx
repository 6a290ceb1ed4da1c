import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import c from './DialogHead.module.css'
import { IconButton } from './IconButton'

/** What a dialog is called, what it is about, and its cross. */
export function DialogHead(props: { title: string; text?: ReactNode; onClose?: () => void }) {
  const { t } = useTranslation()
  return (
    <header className={c.head}>
      <div>
        <h2>{props.title}</h2>
        {props.text ? <p>{props.text}</p> : null}
      </div>
      {props.onClose ? (
        <IconButton label={t('common.close')} onClick={props.onClose}>
          <IconX size={22} aria-hidden="true" />
        </IconButton>
      ) : null}
    </header>
  )
}
