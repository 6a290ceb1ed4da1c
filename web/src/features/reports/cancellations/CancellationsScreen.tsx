import { useTranslation } from 'react-i18next'
import type { ActGroup, CancellationReport } from '../../../api/model'
import { number } from '../../../i18n/region'
import { businessDay, centimos, money } from '../../../ui/format'
import { inMoney } from '../../../ui/inMoney'
import { type Kpi, KpiStrip } from '../../../ui/KpiStrip'
import { useAddress } from '../../../ui/useAddress'
import { ReportPage } from '../parts/ReportPage'
import { readReport } from '../parts/reportFilters'
import { ActsPanel } from './ActsPanel'
import { PeopleChart } from './PeopleChart'
import { PeopleTable } from './PeopleTable'
import { actFilters, type OpenedActs, readOpenedActs, useCancellationReport } from './queries'

const optionsOf = (groups: ActGroup[] | undefined) =>
  (groups ?? []).map((group) => ({ value: group.key, label: group.name }))

/** Lists what was cancelled, given away or printed twice, and how often by each user against their own sales. It ranks nobody. */
export function CancellationsScreen() {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const today = businessDay(Date.now())
  const state = readReport(params, today, actFilters)
  const found = useCancellationReport(state.asked)
  const report = found.data
  const opened = readOpenedActs(params.get('row'))
  const open = ({ kind, person }: OpenedActs) => {
    const text = person ? `${kind}:${person}` : kind
    change({ row: params.get('row') === text ? null : text }, { replace: opened !== null })
  }
  // The filters offer all values of these days, whatever is chosen already.
  const { start_date, end_date } = state.asked
  const all = useCancellationReport({ start_date, end_date }).data
  const people = (all?.people ?? []).map((each) => ({ value: String(each.user_id), label: each.name }))
  return (
    <ReportPage
      title={t('cancellations.title')}
      found={found}
      state={state}
      today={today}
      filters={[
        { name: 'user_id', label: t('cancellations.person'), options: people, single: true },
        {
          name: 'reason',
          label: t('cancellations.reason'),
          options: optionsOf(all?.by_reason),
          single: true,
        },
        { name: 'hour', label: t('cancellations.hour'), options: optionsOf(all?.by_hour), single: true },
        {
          name: 'approved_by',
          label: t('cancellations.approver'),
          options: optionsOf(all?.by_approver),
          single: true,
        },
      ]}
      summary={() => t('cancellations.summary')}
      note={report ? t('cancellations.sales', { count: report.sales }) : undefined}
      file="/cancellation-report/file"
      change={change}
      forgets={['row']}
      panel={
        opened ? (
          <ActsPanel
            key={params.get('row')}
            asked={state.asked}
            opened={opened}
            person={report?.people.find((each) => String(each.user_id) === opened.person)?.name}
            onHour={(hour) => change({ hour })}
            onClose={() => change({ row: null }, { replace: true })}
          />
        ) : null
      }
    >
      {(shown) => (
        <>
          <Figures report={shown} />
          <PeopleChart report={shown} opened={opened} onOpen={open} />
          <PeopleTable report={shown} opened={opened} onOpen={open} />
        </>
      )}
    </ReportPage>
  )
}

/** Shows five figures; neither direction is good or bad. */
function Figures({ report }: { report: CancellationReport }) {
  const { t } = useTranslation()
  const of = (kind: string) => report.kinds.find((each) => each.kind === kind)
  const made = of('LINE_MADE')
  // Dishes of a voided sale that did not return to stock are waste as well.
  const sum = (costs: string[]) => costs.reduce((all, cost) => all + centimos(cost), 0)
  const wasted = sum(report.kinds.map(({ cost }) => cost))
  const wastedBefore = sum(report.kinds.map(({ before_cost }) => before_cost))
  const ofSales = wasted - centimos(made?.cost ?? '0')
  const lines = (made?.count ?? 0) + (of('LINE_NOT_MADE')?.count ?? 0)
  const linesBefore = (made?.before_count ?? 0) + (of('LINE_NOT_MADE')?.before_count ?? 0)
  const compared = (now: number, before: number) =>
    now === before
      ? t('cancellations.same')
      : t(now > before ? 'cancellations.more' : 'cancellations.less', {
          count: Math.abs(now - before),
          difference: number(Math.abs(now - before)),
        })
  const moneyCompared = (now: number, before: number) => {
    const change = now - before
    return change === 0
      ? t('cancellations.same')
      : t(change > 0 ? 'cancellations.moneyMore' : 'cancellations.moneyLess', {
          amount: money(Math.abs(change)),
        })
  }
  const voided = of('VOIDED')
  const courtesy = of('COURTESY')
  const drawer = of('DRAWER')
  const items: Kpi[] = [
    { label: t('cancellations.figures.lines'), value: number(lines), note: compared(lines, linesBefore) },
    {
      label: t('cancellations.figures.made'),
      ...inMoney((wasted / 100).toFixed(2)),
      note: [
        moneyCompared(wasted, wastedBefore),
        t('cancellations.dishes', { count: made?.count ?? 0 }),
        ...(ofSales > 0 ? [t('cancellations.ofSales', { amount: money(ofSales) })] : []),
      ].join('; '),
    },
    {
      label: t('cancellations.figures.voided'),
      value: number(voided?.count ?? 0),
      note: compared(voided?.count ?? 0, voided?.before_count ?? 0),
    },
    {
      label: t('cancellations.figures.courtesies'),
      ...inMoney(courtesy?.amount ?? '0'),
      note: moneyCompared(centimos(courtesy?.amount ?? '0'), centimos(courtesy?.before_amount ?? '0')),
    },
    {
      label: t('cancellations.figures.drawer'),
      value: number(drawer?.count ?? 0),
      note: compared(drawer?.count ?? 0, drawer?.before_count ?? 0),
    },
  ]
  return <KpiStrip fit items={items} />
}
