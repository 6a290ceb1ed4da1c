import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CashCycle, CashGroup, CashReport, CashSums } from '../../../api/model'
import { useCashboxes } from '../../../data/cash/queries'
import { useWaiters } from '../../../data/people/useWaiters'
import { number } from '../../../i18n/region'
import { symbol } from '../../../ui/currencySymbol'
import { amount, businessDay, centimos, clock, dayText, money } from '../../../ui/format'
import { inMoney } from '../../../ui/inMoney'
import { type Kpi, KpiStrip } from '../../../ui/KpiStrip'
import { Empty } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { useAddress } from '../../../ui/useAddress'
import { usePhone } from '../../../ui/viewport'
import { Bars } from '../parts/Bars'
import { BarTable } from '../parts/BarTable'
import { barOf, scaleOf } from '../parts/bars'
import { ChartCard } from '../parts/ChartCard'
import { emptyFigure, type FigureColumn, FiguresTable } from '../parts/FiguresTable'
import { ReportPage } from '../parts/ReportPage'
import { readReport } from '../parts/reportFilters'
import c from './CashReport.module.css'
import { cashFilters, useCashReport } from './queries'

/** Reports the cash boxes of a period: what each should have held, what was counted, and who is short or over. */
export function CashReportScreen() {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const today = businessDay(Date.now())
  const state = readReport(params, today, cashFilters)
  const found = useCashReport(state.asked)
  const people = useWaiters(true)
  const boxes = (useCashboxes().data?.rows ?? []).map((box) => ({ value: String(box.id), label: box.name }))
  return (
    <ReportPage
      title={t('cashReport.title')}
      found={found}
      state={state}
      today={today}
      filters={[
        { name: 'user_id', label: t('cashReport.person'), options: people, single: true },
        { name: 'cashbox_id', label: t('cashReport.box'), options: boxes, single: true },
      ]}
      summary={(report) => t('cashReport.summary', { count: report.cycles_count })}
      note={t('cashReport.note')}
      file="/cash-report/file"
      change={change}
    >
      {(report) =>
        report.cycles.length === 0 ? (
          <Card>
            {report.still_open.length > 0 ? (
              <Empty
                title={openText(report, t)}
                text={t('cashReport.stillOpenText', { count: report.still_open.length })}
              />
            ) : (
              <Empty title={t('cashReport.none')} text={t('cashReport.noneText')} />
            )}
          </Card>
        ) : (
          <>
            {report.still_open.length > 0 && report.open_count === 0 ? (
              <p className={c.open}>{openText(report, t)}</p>
            ) : null}
            <Figures report={report} />
            <Differences report={report} onDay={(day) => change({ period: 'range', from: day, to: day })} />
            <Cycles report={report} />
            <Groups
              title={t('cashReport.byPerson')}
              what={t('cashReport.person')}
              groups={report.people}
              onOpen={(id) => change({ user_id: String(id) })}
            />
            <Groups
              title={t('cashReport.byBox')}
              what={t('cashReport.box')}
              groups={report.cashboxes}
              onOpen={(id) => change({ cashbox_id: String(id) })}
            />
          </>
        )
      }
    </ReportPage>
  )
}

/** Says `Principal sigue abierta, Barra sigue abierta`, to users who may not know what they should hold as well. */
function openText(report: CashReport, t: TFunction) {
  return report.still_open.map((box) => t('cashReport.stillOpen', { box: box.cashbox_name })).join(', ')
}

function Figures({ report }: { report: CashReport }) {
  const { t } = useTranslation()
  const { totals } = report
  const items: Kpi[] = [
    { label: t('cashReport.cash'), ...inMoney(totals.cash), note: t('cashReport.cashNote') },
    {
      label: t('cashReport.expected'),
      ...inMoney(totals.expected),
      note:
        report.open_count > 0
          ? t('cashReport.open', {
              count: report.open_count,
              amount: money(centimos(report.open_expected)),
            })
          : undefined,
    },
    { label: t('cashReport.short'), ...inMoney(totals.short), note: t('cashReport.apart') },
    { label: t('cashReport.over'), ...inMoney(totals.over) },
    {
      label: t('cashReport.withDifference'),
      value: number(report.with_difference),
      note: report.to_review > 0 ? t('cashReport.toReview', { count: report.to_review }) : undefined,
    },
  ]
  return <KpiStrip fit items={items} />
}

/** Charts the cash differences by day; it shows nothing where there were none. */
function Differences({ report, onDay }: { report: CashReport; onDay: (day: string) => void }) {
  const { t } = useTranslation()
  const phone = usePhone()
  if (report.days.length < 2 || centimos(report.totals.short) === 0) return null
  const bars = report.days.map((day) =>
    barOf({ key: day.date, total: day.short }, dayText(day.date).slice(0, 2), dayText(day.date)),
  )
  const days = bars.filter((bar) => bar.now > 0).length
  const title = t('cashReport.shortDays', { count: days, amount: money(centimos(report.totals.short)) })
  return (
    <ChartCard
      title={title}
      text={t('cashReport.measure', { symbol: symbol() })}
      chart={<Bars label={title} bars={bars} scale={scaleOf(bars, phone)} onOpen={onDay} />}
      table={
        <BarTable
          label={title}
          bars={bars}
          heads={{ what: t('cashReport.day'), now: t('cashReport.short') }}
        />
      }
    />
  )
}

type Row = { id: number; sums: CashSums; cycle?: CashCycle }

function Cycles({ report }: { report: CashReport }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const shown = (text: string | null) =>
    text === null || centimos(text) === 0 ? emptyFigure : amount(centimos(text))
  const inMoney = (key: keyof CashSums, wide = false): FigureColumn<Row> => ({
    key,
    label: t(`cashReport.columns.${key}`),
    wide,
    main: key === 'expected',
    value: ({ sums }) => shown(sums[key]),
  })
  // A column that is zero in every cycle is hidden.
  const some = (keys: (keyof CashSums)[]) =>
    keys.filter((key) => shown(report.totals[key]) !== emptyFigure).map((key) => inMoney(key, true))
  const columns: FigureColumn<Row>[] = [
    inMoney('opening', true),
    inMoney('cash'),
    ...some(['collections', 'entries', 'expenses', 'refunds']),
    inMoney('expected'),
    {
      key: 'counted',
      label: t('cashReport.columns.counted'),
      value: ({ sums, cycle }) =>
        sums.counted === null
          ? cycle
            ? t('cashReport.isOpen')
            : emptyFigure
          : amount(centimos(sums.counted)),
    },
    inMoney('short'),
    inMoney('over'),
  ]
  const rows: Row[] = report.cycles.map((cycle) => ({ id: cycle.id, sums: cycle, cycle }))
  return (
    <FiguresTable
      title={t('cashReport.cycles')}
      what={t('cashReport.cycle')}
      rows={rows}
      keyOf={({ id }) => String(id)}
      name={({ cycle }) =>
        cycle ? (
          <>
            {cycle.user_name}
            <small>
              {dayText(cycle.business_day).slice(0, 5)} {clock(cycle.opened_at)} · {cycle.cashbox_name}
              {cycle.left_before !== null && centimos(cycle.left_before) !== centimos(cycle.opening)
                ? ` · ${t('cashReport.otherwise', { opening: amount(centimos(cycle.opening)), left: amount(centimos(cycle.left_before)) })}`
                : ''}
              {cycle.differences.some((each) => !each.is_cash)
                ? ` · ${cycle.differences.map((each) => `${each.name} ${amount(centimos(each.amount))}`).join(', ')}`
                : ''}
              {cycle.difference_reason ? ` · ${cycle.difference_reason}` : ''}
              {cycle.approver_name ? ` · ${t('cashReport.approved', { name: cycle.approver_name })}` : ''}
            </small>
          </>
        ) : null
      }
      columns={columns}
      sum={{ name: t('cashReport.all'), row: { id: 0, sums: report.totals } }}
      onOpen={({ id }) => void navigate(`/cashbox-cycles/${id}/detail`)}
    />
  )
}

interface GroupsProps {
  title: string
  what: string
  groups: CashGroup[]
  onOpen: (id: number) => void
}

function Groups({ title, what, groups, onOpen }: GroupsProps) {
  const { t } = useTranslation()
  if (groups.length < 2) return null
  const inMoney = (text: string) => (centimos(text) === 0 ? emptyFigure : amount(centimos(text)))
  const columns: FigureColumn<CashGroup>[] = [
    { key: 'cycles', label: t('cashReport.cycles'), value: (group) => number(group.cycles) },
    {
      key: 'with',
      label: t('cashReport.withDifference'),
      value: (group) => number(group.with_difference),
    },
    { key: 'short', label: t('cashReport.short'), main: true, value: (group) => inMoney(group.short) },
    { key: 'over', label: t('cashReport.over'), value: (group) => inMoney(group.over) },
  ]
  return (
    <FiguresTable
      title={title}
      what={what}
      rows={groups}
      keyOf={({ id }) => String(id)}
      name={({ name }) => name}
      columns={columns}
      onOpen={({ id }) => onOpen(id)}
    />
  )
}
