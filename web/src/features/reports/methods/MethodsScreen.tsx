import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { MethodCashier, MethodRow, MethodSums, PaymentMethodReport } from '../../../api/model'
import { useCashboxes } from '../../../data/cash/queries'
import { useWaiters } from '../../../data/people/useWaiters'
import { number } from '../../../i18n/region'
import { symbol } from '../../../ui/currencySymbol'
import { amount, businessDay, centimos, dayText, money, weekday } from '../../../ui/format'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { useAddress } from '../../../ui/useAddress'
import { usePhone } from '../../../ui/viewport'
import { Bars } from '../parts/Bars'
import { BarTable } from '../parts/BarTable'
import { barOf, bestOf, percentChange, scaleOf, shareText } from '../parts/bars'
import { ChartCard } from '../parts/ChartCard'
import { emptyFigure, type FigureColumn, FiguresTable } from '../parts/FiguresTable'
import { PercentChange } from '../parts/PercentChange'
import { ReportPage } from '../parts/ReportPage'
import { readReport } from '../parts/reportFilters'
import { MethodTabs, tabsOf } from './MethodTabs'
import c from './MethodTabs.module.css'
import { OperationsPanel } from './OperationsPanel'
import { methodFilters, type OperationsQuery, useMethodReport } from './queries'
import { CashPanel } from './reconciliation/CashPanel'
import { useStandings } from './reconciliation/queries'
import { ReconciliationPanel } from './reconciliation/ReconciliationPanel'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/* A table has room for this many columns side by side. */
const shownMethods = 5

/** Reports the money by way to pay: amounts day by day and person by person, and the operations behind them. */
export function MethodsScreen() {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const today = businessDay(Date.now())
  const state = readReport(params, today, methodFilters)
  const found = useMethodReport(state.asked)
  const people = useWaiters(true)
  const boxes = (useCashboxes().data?.rows ?? []).map((box) => ({ value: String(box.id), label: box.name }))
  const opened = params.get('row')
  const open = (key: string) => change({ row: opened === key ? null : key }, { replace: opened !== null })
  const close = () => change({ row: null }, { replace: true })
  const method = found.data?.methods.find((each) => String(each.payment_option_id) === opened)
  return (
    <ReportPage
      title={t('methodReport.title')}
      found={found}
      state={state}
      today={today}
      filters={[
        { name: 'user_id', label: t('methodReport.cashier'), options: people, single: true },
        { name: 'cashbox_id', label: t('cash.cashbox'), options: boxes, single: true },
      ]}
      summary={(report) => t('methodReport.summary', { total: money(centimos(report.totals.total)) })}
      note={t('methodReport.note')}
      file="/payment-method-report/file"
      change={change}
      forgets={['row']}
      panel={
        opened ? (
          <OperationsPanel
            key={opened}
            asked={state.asked}
            option={opened}
            name={method?.name ?? t('methodReport.all')}
            onClose={close}
          />
        ) : null
      }
    >
      {(report) =>
        report.methods.length === 0 ? (
          <Card>
            <Empty title={t('methodReport.none')} text={t('methodReport.noneText')} />
          </Card>
        ) : (
          <>
            <Methods
              report={report}
              asked={state.asked}
              chosen={params.get('method')}
              onChoose={(option) => change({ method: String(option) }, { replace: true })}
            />
            <Days
              report={report}
              onDay={(day) => change({ period: 'range', from: day, to: day, row: null })}
            />
            <MethodTable report={report} opened={opened} onOpen={open} />
            <Cashiers report={report} onOpen={(id) => change({ user_id: String(id), row: null })} />
          </>
        )
      }
    </ReportPage>
  )
}

interface MethodsProps {
  report: PaymentMethodReport
  asked: OperationsQuery
  /** The way to pay that the address names; else null. */
  chosen: string | null
  onChoose: (option: number) => void
}

/**
 * Shows the ways to pay with their state, and below the chosen one against its statement file; if none is named, the first that
 * has one.
 */
function Methods({ report, asked, chosen, onChoose }: MethodsProps) {
  const { t } = useTranslation()
  const panel = useId()
  const { start_date, end_date } = asked
  const days = { start_date, end_date }
  const found = useStandings(days)
  const standings = found.data ?? []
  const methods = tabsOf(report.methods, standings)
  const method =
    methods.find((each) => String(each.id) === chosen) ?? methods.find((each) => !each.is_cash) ?? methods[0]
  if (!method) return null
  const option = method.id
  const standing = standings.find((each) => each.payment_option_id === option)
  return (
    <>
      <MethodTabs methods={methods} standings={standings} chosen={option} panel={panel} onChoose={onChoose} />
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${option}`} className={c.panel}>
        {!method.is_cash ? (
          <ReconciliationPanel
            key={option}
            option={option}
            days={days}
            narrowed={Boolean(asked.user_id || asked.cashbox_id)}
          />
        ) : standing ? (
          <CashPanel
            name={method.name}
            standing={standing}
            boxes={`/cash-report?period=range&from=${start_date}&to=${end_date}`}
          />
        ) : found.isError ? (
          <Card>
            <Failed
              title={t('reconciliation.failed')}
              error={found.error}
              onRetry={() => void found.refetch()}
            />
          </Card>
        ) : (
          <Loading label={t('reconciliation.loading')} rows={1} height={72} />
        )}
      </div>
    </>
  )
}

/** Charts the money day by day; its title is the conclusion. */
function Days({ report, onDay }: { report: PaymentMethodReport; onDay: (day: string) => void }) {
  const { t } = useTranslation()
  const phone = usePhone()
  if (report.days.length < 2) return null
  const bars = report.days.map((day) =>
    barOf(
      { key: day.date, total: day.total },
      dayText(day.date).slice(0, 2),
      `${capital(weekday(day.date))} ${dayText(day.date).slice(0, 5)}`,
    ),
  )
  const best = bestOf(bars, 1.3)
  const title = best
    ? t('methodReport.bestDay', { day: best.fullName, total: money(best.now) })
    : t('methodReport.byDay')
  return (
    <ChartCard
      title={title}
      text={t('methodReport.measure', { symbol: symbol() })}
      chart={
        <Bars label={title} bars={bars} scale={scaleOf(bars, phone)} marked={best?.key} onOpen={onDay} />
      }
      table={
        <BarTable
          label={title}
          bars={bars}
          heads={{ what: t('methodReport.day'), now: t('methodReport.total') }}
        />
      }
    />
  )
}

interface TableProps {
  report: PaymentMethodReport
  opened: string | null
  onOpen: (key: string) => void
}

type Figures = { key: string; sums: MethodSums; row?: MethodRow }

function MethodTable({ report, opened, onOpen }: TableProps) {
  const { t } = useTranslation()
  const inMoney = (name: 'received' | 'refunds' | 'collections' | 'tips'): FigureColumn<Figures> => ({
    key: name,
    label: t(`methodReport.${name}`),
    wide: name === 'collections',
    value: ({ sums }) => (centimos(sums[name]) === 0 ? emptyFigure : amount(centimos(sums[name]))),
  })
  const columns: FigureColumn<Figures>[] = [
    { key: 'operations', label: t('methodReport.count'), value: ({ sums }) => number(sums.operations) },
    inMoney('received'),
    inMoney('refunds'),
    inMoney('collections'),
    {
      key: 'total',
      label: t('methodReport.total'),
      main: true,
      value: ({ sums }) => amount(centimos(sums.total)),
    },
    ...(report.methods.some(({ sums }) => centimos(sums.tips) !== 0) ? [inMoney('tips')] : []),
    {
      key: 'share',
      label: t('methodReport.share'),
      wide: true,
      value: ({ row }) => (row ? shareText(row.share_percent) : ''),
    },
    {
      key: 'change',
      label: t('chart.change'),
      value: ({ row }) => (
        <PercentChange
          percent={
            row ? row.change_percent : percentChange(centimos(report.totals.total), centimos(report.before))
          }
        />
      ),
    },
  ]
  const credit = centimos(report.credit)
  return (
    <FiguresTable
      title={t('methodReport.byMethod')}
      what={t('methodReport.method')}
      rows={report.methods.map((row) => ({ key: String(row.payment_option_id), sums: row.sums, row }))}
      keyOf={({ key }) => key}
      name={({ row }) => row?.name}
      columns={columns}
      sum={{ name: t('methodReport.all'), row: { key: 'all', sums: report.totals } }}
      opened={opened}
      onOpen={({ key }) => onOpen(key)}
      foot={credit === 0 ? '' : t('methodReport.credit', { amount: money(credit) })}
    />
  )
}

function Cashiers({ report, onOpen }: { report: PaymentMethodReport; onOpen: (id: number) => void }) {
  const { t } = useTranslation()
  if (report.cashiers.length < 2) return null
  const shown = report.methods.slice(0, shownMethods)
  const of = (cashier: MethodCashier, id: number) =>
    centimos(cashier.methods.find((each) => each.payment_option_id === id)?.total ?? '0')
  const columns: FigureColumn<MethodCashier>[] = [
    ...shown.map((method, at) => ({
      key: String(method.payment_option_id),
      label: method.name,
      wide: at > 2,
      value: (cashier: MethodCashier) => {
        const value = of(cashier, method.payment_option_id)
        return value === 0 ? emptyFigure : amount(value)
      },
    })),
    {
      key: 'total',
      label: t('methodReport.total'),
      main: true,
      value: (cashier) => amount(centimos(cashier.sums.total)),
    },
  ]
  return (
    <FiguresTable
      title={t('methodReport.byCashier')}
      what={t('methodReport.cashier')}
      rows={report.cashiers}
      keyOf={({ user_id }) => String(user_id)}
      name={({ name }) => name}
      columns={columns}
      onOpen={({ user_id }) => onOpen(user_id)}
    />
  )
}
