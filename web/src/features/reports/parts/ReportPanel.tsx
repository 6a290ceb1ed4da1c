import { useMediaQuery } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog'
import { IconButton } from '../../../ui/IconButton'
import { useLayer } from '../../../ui/layers'
import c from './ReportPanel.module.css'

interface Props {
  title: string
  text?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Shows what a figure consists of: beside the report where there is room, else over it. */
export function ReportPanel(props: Props) {
  const docked = useMediaQuery('(min-width: 1240px)', undefined, { getInitialValueInEffect: false })
  const panel = <Panel {...props} docked={docked === true} />
  return docked ? (
    panel
  ) : (
    <Dialog label={props.title} shape="drawer" inAddress onClose={props.onClose}>
      {panel}
    </Dialog>
  )
}

function Panel({ title, text, onClose, children, docked }: Props & { docked: boolean }) {
  const { t } = useTranslation()
  useLayer(docked ? onClose : null, { back: false })
  return (
    <aside className={c.panel} aria-label={title} data-docked={docked || undefined}>
      <header className={c.head}>
        <div>
          <h2>{title}</h2>
          {text ? <p>{text}</p> : null}
        </div>
        <IconButton label={t('common.close')} onClick={onClose}>
          <IconX size={22} aria-hidden="true" />
        </IconButton>
      </header>
      {children}
    </aside>
  )
}
