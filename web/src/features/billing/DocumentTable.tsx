import { useTranslation } from 'react-i18next'
import { amount, dateTime } from '../../ui/format'
import { TaxPill } from '../../widgets/documents/TaxPill'
import c from './DocumentTable.module.css'
import type { DocumentRow } from './documentRows'

interface Props {
  rows: DocumentRow[]
  /** The id of the open document. */
  opened: number | null
  onOpen: (id: number) => void
}

/** Lists documents; each opens beside the list. */
export function DocumentTable({ rows, opened, onOpen }: Props) {
  const { t } = useTranslation()
  return (
    <div className={c.table}>
      <div className={c.head} aria-hidden="true">
        <span>{t('documentList.number')}</span>
        <span>{t('documentList.client')}</span>
        <span>{t('documentList.issued')}</span>
        <span>{t('documentList.total')}</span>
        <span>{t('documentList.state')}</span>
      </div>
      <ul className={c.rows} aria-label={t('documentList.label')}>
        {rows.map((row) => (
          <Row key={row.id} row={row} opened={row.id === opened} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  )
}

function Row({ row, opened, onOpen }: { row: DocumentRow; opened: boolean; onOpen: (id: number) => void }) {
  const { t } = useTranslation()
  const at = dateTime(row.issuedAt)
  return (
    <li className={c.row} data-opened={opened || undefined} data-gone={row.gone || undefined}>
      <span className={c.number}>
        <button
          type="button"
          aria-label={t('documentSheet.open', { document: row.number })}
          aria-expanded={opened}
          onClick={() => onOpen(row.id)}
        >
          {row.number}
        </button>
        <small>{row.name ?? t('creditNote.name')}</small>
      </span>
      <span className={c.client}>
        <span>{row.client}</span>
        <small>
          <span className={c.document}>{row.clientDocument}</span>
          <span className={c.at}>{at}</span>
        </small>
      </span>
      <span className={c.issued}>{at}</span>
      <b className={c.total}>{amount(row.total)}</b>
      <span className={c.state}>
        <TaxPill state={row.state} />
        <Aside row={row} />
      </span>
    </li>
  )
}

/* Adds a few words that the state leaves open. */
function Aside({ row }: { row: DocumentRow }) {
  const { t } = useTranslation()
  if (row.changes) return <small>{t('documentSheet.changes', { document: row.changes })}</small>
  if (row.credited > 0) {
    return <small>{t('documentList.credited', { amount: amount(-row.credited) })}</small>
  }
  if (row.contingency) return <small>{t('payments.contingency')}</small>
  if (!row.electronic || row.state === 'ACCEPTED' || row.state === 'NOT_SENT') return null
  if (row.replacedBy) return <small>{`${t('reissue.replacedBy')} ${row.replacedBy}`}</small>
  return <small>{t(`taxState.short.${row.state}`)}</small>
}
