import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { PurchaseReport, PurchaseRow } from '../../../api/model'
import { number } from '../../../i18n/region'
import { symbol } from '../../../ui/currencySymbol'
import { monthText } from '../../../ui/dates/months'
import { amount, businessDay, centimos, dayText, money } from '../../../ui/format'
import { inMoney } from '../../../ui/inMoney'
import { type Kpi, KpiStrip } from '../../../ui/KpiStrip'
import { Empty } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { useAddress } from '../../../ui/useAddress'
import { usePhone } from '../../../ui/viewport'
import { Bars } from '../parts/Bars'
import { BarTable } from '../parts/BarTable'
import { type Bar, bestOf, scaleOf } from '../parts/bars'
import { ChartCard } from '../parts/ChartCard'
import { emptyFigure, type FigureColumn, FiguresTable } from '../parts/FiguresTable'
import { ReportPage } from '../parts/ReportPage'
import { readReport } from '../parts/reportFilters'
import { boughtByTime } from './days'
import { purchaseFilters, usePurchaseReport } from './queries'

/* More rows are searched in the list of purchases. */
const shownRows = 200

type Dated = PurchaseReport & { start_date: string; end_date: string }

/** Reports the purchases: by time, by provider, and one by one. */
export function PurchaseReportScreen() {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const today = businessDay(Date.now())
  const state = readReport(params, today, purchaseFilters)
  const found = usePurchaseReport(state.asked)
  const { start_date, end_date } = state.asked
  const all = usePurchaseReport({ start_date, end_date }).data
  const providers = (all?.summary.by_provider ?? []).map((each) => ({
    value: String(each.provider_id),
    label: each.name,
  }))
  return (
    <ReportPage
      title={t('purchaseReport.title')}
      found={found}
      state={state}
      today={today}
      filters={[
        { name: 'provider_id', label: t('purchaseReport.provider'), options: providers, single: true },
        {
          name: 'payment_type',
          label: t('purchaseReport.payment'),
          options: (['CONTADO', 'CREDITO'] as const).map((value) => ({
            value,
            label: t(`purchases.types.${value}`),
          })),
          single: true,
        },
        {
          name: 'status',
          label: t('purchaseReport.state'),
          options: (['ACTIVE', 'VOIDED'] as const).map((value) => ({
            value,
            label: t(`purchaseReport.states.${value}`),
          })),
          single: true,
        },
      ]}
      summary={(report) => t('purchaseReport.summary', { count: report.summary.count })}
      note={t('purchaseReport.note')}
      file="/purchase-report/file"
      change={change}
    >
      {(report) =>
        report.purchases.length === 0 ? (
          <Card>
            <Empty title={t('purchaseReport.none')} text={t('purchaseReport.noneText')} />
          </Card>
        ) : (
          <>
            <Figures report={report} />
            <Time report={report} onOpen={(from, to) => change({ period: 'range', from, to })} />
            <Providers report={report} onOpen={(id) => change({ provider_id: String(id) })} />
            <Purchases report={report} />
          </>
        )
      }
    </ReportPage>
  )
}

function Figures({ report }: { report: Dated }) {
  const { t } = useTranslation()
  const { summary } = report
  const items: Kpi[] = [
    {
      label: t('purchaseReport.total'),
      ...inMoney(summary.total),
      note:
        summary.voided_count > 0 ? t('purchaseReport.voided', { count: summary.voided_count }) : undefined,
    },
    { label: t('purchaseReport.igv'), ...inMoney(summary.igv), note: t('purchaseReport.igvNote') },
    { label: t('purchaseReport.due'), ...inMoney(summary.due) },
  ]
  return <KpiStrip fit items={items} />
}

function Time({ report, onOpen }: { report: Dated; onOpen: (from: string, to: string) => void }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const sums = boughtByTime(report.purchases, report.start_date, report.end_date)
  if (sums.size < 2) return null
  const bars = [...sums].map(([key, now]): Bar => {
    const isMonth = key.length === 7
    const fullName = isMonth ? monthText(key) : dayText(key)
    return {
      key,
      name: isMonth ? fullName.slice(0, 3) : dayText(key).slice(0, 2),
      fullName,
      now,
      before: null,
      change: null,
    }
  })
  const best = bestOf(bars, 1.3)
  const title = best
    ? t('purchaseReport.best', { when: best.fullName, total: money(best.now) })
    : t('purchaseReport.byTime')
  const open = (key: string) => (key.length === 7 ? onOpen(`${key}-01`, lastOf(key)) : onOpen(key, key))
  return (
    <ChartCard
      title={title}
      text={t('purchaseReport.measure', { symbol: symbol() })}
      chart={<Bars label={title} bars={bars} scale={scaleOf(bars, phone)} marked={best?.key} onOpen={open} />}
      table={
        <BarTable
          label={title}
          bars={bars}
          heads={{ what: t('purchaseReport.when'), now: t('purchaseReport.total') }}
        />
      }
    />
  )
}

const lastOf = (month: string) => {
  const [year, at] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year ?? 0, at ?? 1, 0)).getUTCDate()}`
}

function Providers({ report, onOpen }: { report: Dated; onOpen: (id: number) => void }) {
  const { t } = useTranslation()
  const { by_provider: providers } = report.summary
  if (providers.length < 2) return null
  const columns: FigureColumn<(typeof providers)[number]>[] = [
    { key: 'count', label: t('purchaseReport.count'), value: ({ count }) => number(count) },
    {
      key: 'total',
      label: t('purchaseReport.total'),
      main: true,
      value: ({ total }) => amount(centimos(total)),
    },
  ]
  return (
    <FiguresTable
      title={t('purchaseReport.byProvider')}
      what={t('purchaseReport.provider')}
      rows={providers}
      keyOf={({ provider_id }) => String(provider_id)}
      name={({ name }) => name}
      columns={columns}
      onOpen={({ provider_id }) => onOpen(provider_id)}
    />
  )
}

function Purchases({ report }: { report: Dated }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const rest = report.purchases.length - shownRows
  const columns: FigureColumn<PurchaseRow>[] = [
    {
      key: 'paper',
      label: t('purchaseReport.paper'),
      text: true,
      wide: true,
      value: (row) => row.full_number,
    },
    {
      key: 'due',
      label: t('purchaseReport.due'),
      value: (row) => (centimos(row.due) === 0 ? emptyFigure : amount(centimos(row.due))),
    },
    {
      key: 'total',
      label: t('purchaseReport.total'),
      main: true,
      value: (row) => (row.status === 'VOIDED' ? t('purchaseReport.isVoided') : amount(centimos(row.total))),
    },
  ]
  return (
    <FiguresTable
      title={t('purchaseReport.list')}
      what={t('purchaseReport.provider')}
      rows={report.purchases.slice(0, shownRows)}
      keyOf={({ id }) => String(id)}
      name={(row) => (
        <>
          {row.provider_name}
          <small>{dayText(row.date)}</small>
        </>
      )}
      columns={columns}
      onOpen={({ id }) => void navigate(`/purchase/${id}`)}
      foot={rest > 0 ? t('purchaseReport.more', { count: rest }) : undefined}
    />
  )
}
