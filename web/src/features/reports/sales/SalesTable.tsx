import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SalesReport } from '../../../api/model'
import { cuts, type SalesState } from '../../../data/reports/sales/salesFilters'
import { centimos } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { PlaceTabs } from '../../../ui/PlaceTabs'
import { usePhone } from '../../../ui/viewport'
import { percentChange } from '../parts/bars'
import { ColumnsMenu } from './ColumnsMenu'
import { CutCards } from './CutCards'
import { SalesByGroupTable } from './SalesByGroupTable'
import type { ChangeAddress } from './SalesFilters'
import c from './SalesTable.module.css'
import { columnsOf, sortRows, sumRow } from './salesRows'
import { nameOf } from './salesTexts'

interface Props {
  state: SalesState
  found: UseQueryResult<SalesReport>
  opened: string | null
  onOpen: (key: string) => void
  onChange: ChangeAddress
}

/** Shows the report by the chosen cut, with its sum; on a phone as cards. */
export function SalesTable({ state, found, opened, onOpen, onChange }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const { by, sort, hidden } = state
  // While another cut is loading, the old rows are not shown as its own.
  const report = found.data?.by === by ? found.data : undefined
  const all = columnsOf(by)
  const columns = all.filter((column) => column === 'total' || !hidden.includes(column))
  const name = (row: { key: string; name: string }) => nameOf(by, row, t)
  const shown = report && {
    cut: by,
    columns,
    rows: sortRows(by, report.rows, sort, name),
    sum: sumRow(report, percentChange(centimos(report.totals.total), centimos(report.before.total))),
    name,
    opened,
    onOpen,
  }
  return (
    <section className={c.card} aria-label={t('salesReport.title')}>
      <header className={c.head}>
        <PlaceTabs
          dense
          label={t('salesReport.cut')}
          places={cuts.map((id) => ({ id, name: t(`salesReport.cuts.${id}`) }))}
          value={by}
          onChange={(cut) => onChange({ by: cut === 'WAITER' ? null : cut, sort: null, row: null })}
        />
        {phone ? null : <ColumnsMenu all={all} hidden={hidden} />}
      </header>
      {shown ? (
        phone ? (
          <CutCards {...shown} />
        ) : (
          <SalesByGroupTable
            {...shown}
            sort={sort}
            stale={found.isPlaceholderData}
            onSort={(next) => onChange({ sort: next }, { replace: true })}
          />
        )
      ) : found.isError ? (
        <Failed title={t('salesReport.failed')} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading label={t('salesReport.loading')} rows={6} height={44} />
      )}
    </section>
  )
}
