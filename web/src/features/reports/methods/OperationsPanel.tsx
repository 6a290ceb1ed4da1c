import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MoneyOperation } from '../../../api/model'
import { amount, centimos, clock, date, money } from '../../../ui/format'
import { SearchField } from '../../../ui/SearchField'
import { PanelRows } from '../parts/PanelRows'
import { ReportPanel } from '../parts/ReportPanel'
import c from '../parts/ReportPanel.module.css'
import { type OperationsQuery, useOperations } from './queries'

interface Props {
  asked: OperationsQuery
  /** A way to pay, or `all`. */
  option: string
  name: string
  onClose: () => void
}

/** Lists the payments, refunds and collections that a figure is the sum of. */
export function OperationsPanel({ asked, option, name, onClose }: Props) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [term, setTerm] = useState('')
  const found = useOperations(asked, option, useDeferredValue(term), page)
  const data = found.data
  return (
    <ReportPanel
      title={name}
      text={
        data
          ? t('methodReport.panel', { count: data.totals.rows, total: money(centimos(data.totals.total)) })
          : undefined
      }
      onClose={onClose}
    >
      <div className={c.search}>
        <SearchField
          label={t('methodReport.search')}
          value={term}
          onChange={(next) => {
            setTerm(next)
            setPage(1)
          }}
        />
      </div>
      <PanelRows
        label={name}
        found={found}
        page={page}
        onPage={setPage}
        words={{
          none: t(term ? 'lists.noMatch' : 'methodReport.none'),
          failed: t('methodReport.operationsFailed'),
        }}
        keyOf={(row) => `${row.movement} ${row.id}`}
        sum={
          data ? (
            <p className={c.sum}>
              <b>{t('methodReport.operations', { count: data.totals.rows })}</b>
              <b>{amount(centimos(data.totals.total))}</b>
            </p>
          ) : null
        }
      >
        {(row) => <Operation row={row} />}
      </PanelRows>
    </ReportPanel>
  )
}

function Operation({ row }: { row: MoneyOperation }) {
  const { t } = useTranslation()
  const note = [
    row.movement === 'PAYMENT' ? '' : t(`methodReport.movements.${row.movement}`),
    row.user_name,
    row.operation_number ? t('methodReport.number', { number: row.operation_number }) : '',
  ]
  const content = (
    <>
      <time dateTime={row.at}>
        {clock(row.at)}
        <small>{date(row.at).slice(0, 5)}</small>
      </time>
      <span>
        <b>{row.document || t('methodReport.noDocument')}</b>
        <small>{note.filter(Boolean).join(' · ')}</small>
      </span>
      <b className={c.amount}>{amount(centimos(row.amount))}</b>
    </>
  )
  return row.billing_id === null ? (
    <div>{content}</div>
  ) : (
    <Link to={`/documents?period=all&doc=${row.billing_id}`}>{content}</Link>
  )
}
