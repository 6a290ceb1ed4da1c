import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog'
import { IconButton } from '../../ui/IconButton'
import { useLayer } from '../../ui/layers'
import { useShortcuts } from '../../ui/shortcuts'
import { useMoving } from '../../ui/useMoving'
import { useNarrow } from '../../ui/viewport'
import c from './DocumentSheet.module.css'

/** The sheet's place in its list. */
export interface InList {
  id: number
  /** The ids in the order of the rows. */
  ids: number[]
  onOpen: (id: number) => void
  onClose: () => void
}

interface Props extends InList {
  /** The name for screen readers; the default is the document's kind and number. */
  label?: string
  title: string
  text: string
  children: ReactNode
}

/** Shows a document beside its list, with links to the one before and after it; over the list where there is no room. */
export function SideSheet(props: Props) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  useLayer(narrow ? null : props.onClose)
  const sheet = useMoving(<Sheet {...props} />)
  return (
    <>
      {narrow ? (
        <Dialog
          label={props.label ?? t('documentSheet.label', { document: '' }).trim()}
          shape="drawer"
          onClose={props.onClose}
        >
          {sheet.place}
        </Dialog>
      ) : (
        sheet.place
      )}
      {sheet.part}
    </>
  )
}

function Sheet({ id, ids, onOpen, onClose, label, title, text, children }: Props) {
  const { t } = useTranslation()
  const at = ids.indexOf(id)
  const before = at > 0 ? ids[at - 1] : undefined
  const next = at >= 0 ? ids[at + 1] : undefined
  useShortcuts({
    ArrowUp: before !== undefined ? () => onOpen(before) : undefined,
    ArrowDown: next !== undefined ? () => onOpen(next) : undefined,
  })
  return (
    <aside className={c.sheet} aria-label={label ?? t('documentSheet.label', { document: title })}>
      <header className={c.head}>
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <IconButton
          label={t('documentSheet.before')}
          disabled={before === undefined}
          onClick={() => before !== undefined && onOpen(before)}
        >
          <IconArrowUp size={20} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('documentSheet.next')}
          disabled={next === undefined}
          onClick={() => next !== undefined && onOpen(next)}
        >
          <IconArrowDown size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('common.close')} onClick={onClose}>
          <IconX size={20} aria-hidden="true" />
        </IconButton>
      </header>
      {children}
    </aside>
  )
}
