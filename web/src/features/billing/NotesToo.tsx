import { useTranslation } from 'react-i18next'
import c from './DocumentsScreen.module.css'

interface Props {
  /** The number of credit notes in the state that is listed, and of those that SUNAT rejected. */
  count: number
  rejected: number
  onRejected: () => void
  onAll: () => void
}

/** Leads from the documents to their credit notes: to the rejected ones first. */
export function NotesToo({ count, rejected, onRejected, onAll }: Props) {
  const { t } = useTranslation()
  if (rejected > 0)
    return (
      <button type="button" className={c.also} data-tone="bad" onClick={onRejected}>
        {t('documentList.badNotes', { count: rejected })}
      </button>
    )
  if (count === 0) return null
  return (
    <button type="button" className={c.also} onClick={onAll}>
      {t('documentList.alsoNotes', { count })}
    </button>
  )
}
