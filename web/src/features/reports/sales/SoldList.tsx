import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SalesGrouping, SoldDocument } from '../../../api/model'
import { useSoldDocuments } from '../../../data/reports/sales/queries'
import type { SalesQuery } from '../../../data/reports/sales/salesFilters'
import { amount, centimos, clock, date } from '../../../ui/format'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { Pager } from '../../../ui/list/Pager'
import c from './SoldPanel.module.css'

interface Props {
  asked: SalesQuery
  by: SalesGrouping
  /** The key of the row. */
  of: string
  label: string
}

/** Lists the documents behind a figure, with their sum. */
export function SoldList({ asked, by, of, label }: Props) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const found = useSoldDocuments(asked, by, of, page)
  if (!found.data)
    return found.isError ? (
      <Failed title={t('salesReport.sold.failed')} error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <Loading label={label} rows={6} height={48} />
    )
  const { rows, totals, total_pages: pages, total_rows: total } = found.data
  if (rows.length === 0) return <Empty title={t('salesReport.sold.none')} />
  const days = asked.start_date !== asked.end_date
  return (
    <>
      <div className={c.columns} aria-hidden="true">
        <span>{t('salesReport.sold.time')}</span>
        <span>{t('salesReport.sold.document')}</span>
        <span>{t('salesReport.sold.amount')}</span>
      </div>
      <ul className={c.rows} aria-label={label} data-stale={found.isPlaceholderData || undefined}>
        {rows.map((row) => (
          <Row key={`${row.billing_id}:${row.full_number}`} row={row} withDay={days} />
        ))}
      </ul>
      <div className={c.foot}>
        {pages > 1 ? (
          <Pager page={page} pages={pages} rows={rows.length} total={total} onPage={setPage} />
        ) : null}
        <p className={c.sum}>
          <b>{t('salesReport.documentCount', { count: totals.documents })}</b>
          <b>{amount(centimos(totals.total))}</b>
        </p>
      </div>
    </>
  )
}

function Row({ row, withDay }: { row: SoldDocument; withDay: boolean }) {
  const { t } = useTranslation()
  const where =
    row.channel === 'TABLE' && row.table_name ? row.table_name : t(`salesReport.channels.${row.channel}`)
  const note = [row.is_note ? t('salesReport.sold.note') : '', where, row.attendant || row.cashier]
  return (
    <li>
      <Link to={`/documents?period=all&doc=${row.billing_id}`}>
        <time dateTime={row.issued_at}>
          {clock(row.issued_at)}
          {withDay ? <small>{date(row.issued_at).slice(0, 5)}</small> : null}
        </time>
        <span>
          <b>{row.full_number}</b>
          <small>{note.filter(Boolean).join(' · ')}</small>
        </span>
        <b className={c.amount}>{amount(centimos(row.total))}</b>
        <IconChevronRight size={18} aria-hidden="true" />
      </Link>
    </li>
  )
}
