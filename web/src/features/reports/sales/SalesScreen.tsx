import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useSalesReport } from '../../../data/reports/sales/queries'
import { chartCutOf, openedText, readSales, type SalesState } from '../../../data/reports/sales/salesFilters'
import { businessDay } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { ListCount } from '../../../ui/list/ListSkeleton'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { useAddress } from '../../../ui/useAddress'
import { FileMenu } from '../../../widgets/sheets/FileMenu'
import { SalesChart } from './SalesChart'
import { SalesEmpty } from './SalesEmpty'
import { SalesFigures } from './SalesFigures'
import { SalesFilters } from './SalesFilters'
import c from './SalesScreen.module.css'
import { SalesTable } from './SalesTable'
import { SoldPanel } from './SoldPanel'
import { beforeText, daysText, isUnderWay } from './salesTexts'

/** Reports the sales: one report with many cuts, and behind every figure the documents that it is the sum of. */
export function SalesScreen() {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const today = businessDay(Date.now())
  const state = readSales(params, today)
  const { asked, by, opened } = state
  const { chartCut, chart, table, report, rows, openedRow } = useReports(state)
  // The panel stands beside the report where there is room for both.
  const docked = useMediaQuery('(min-width: 1240px)', undefined, { getInitialValueInEffect: false })
  const nothing = report !== undefined && report.totals.documents === 0
  const open = (cut: typeof by, key: string) => {
    const text = openedText({ cut, key })
    change({ row: params.get('row') === text ? null : text }, { replace: opened !== null })
  }
  const close = () => change({ row: null }, { replace: true })
  return (
    <OfficePage
      title={t('salesReport.title')}
      summary={
        report ? (
          t(isUnderWay(report, today) ? 'salesReport.comparedSoFar' : 'salesReport.compared', {
            days: daysText(report.start_date, report.end_date, today, t),
            before: beforeText(report, t),
          })
        ) : (
          <ListCount />
        )
      }
      actions={
        <FileMenu
          name={report && t('salesReport.title')}
          path="/sales-total-report/file"
          query={{ ...asked, by }}
          words={(format) => ({
            label: t(`salesReport.file.${format}.label`),
            text: t(`salesReport.file.${format}.text`),
          })}
        />
      }
    >
      <SalesFilters state={state} today={today} onChange={change} />
      {report ? (
        <div className={c.beside} data-open={(opened !== null && docked) || undefined}>
          <div className={c.report} data-stale={chart.isPlaceholderData || undefined}>
            <SalesFigures report={report} few={opened !== null && docked === true} />
            {nothing ? (
              <SalesEmpty state={state} onChange={change} />
            ) : (
              <>
                <SalesChart
                  cut={chartCut}
                  preset={state.preset}
                  report={report}
                  opened={opened?.cut === chartCut ? opened.key : null}
                  onOpen={(key) => open(chartCut, key)}
                />
                <SalesTable
                  state={state}
                  found={table}
                  opened={opened?.cut === by ? opened.key : null}
                  onOpen={(key) => open(by, key)}
                  onChange={change}
                />
              </>
            )}
          </div>
          {opened && !nothing ? (
            <SoldPanel
              key={openedText(opened)}
              opened={opened}
              row={openedRow}
              rows={(opened.cut === by ? rows : report.rows) ?? []}
              asked={asked}
              docked={docked === true}
              onOpen={(key) => change({ row: openedText({ cut: opened.cut, key }) }, { replace: true })}
              onClose={close}
            />
          ) : null}
        </div>
      ) : chart.isError ? (
        <Card>
          <Failed title={t('salesReport.failed')} error={chart.error} onRetry={() => void chart.refetch()} />
        </Card>
      ) : (
        <Loading label={t('salesReport.loading')} rows={4} height={120} />
      )}
    </OfficePage>
  )
}

/** Reads the report by the chart's cut and by the table's, and finds the row that is open in either. */
function useReports({ asked, by, opened }: SalesState) {
  const chartCut = chartCutOf(asked)
  const chart = useSalesReport(asked, chartCut)
  const table = useSalesReport(asked, by)
  // While another cut is loading, the old rows would stand at the wrong names.
  const report = chart.data?.by === chartCut ? chart.data : undefined
  const rows = table.data?.by === by ? table.data.rows : undefined
  const isOpen = (row: { key: string }) => row.key === opened?.key
  const inTable = opened?.cut === by ? rows?.find(isOpen) : undefined
  const inChart = opened?.cut === chartCut ? report?.rows.find(isOpen) : undefined
  return { chartCut, chart, table, report, rows, openedRow: inTable ?? inChart }
}
