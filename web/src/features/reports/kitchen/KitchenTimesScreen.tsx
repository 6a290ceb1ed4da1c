import { useTranslation } from 'react-i18next'
import type { KitchenTimes } from '../../../api/model'
import { number } from '../../../i18n/region'
import { businessDay } from '../../../ui/format'
import { type Kpi, KpiStrip } from '../../../ui/KpiStrip'
import { Empty } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { useAddress } from '../../../ui/useAddress'
import { shareText } from '../parts/bars'
import { ReportPage } from '../parts/ReportPage'
import { readReport } from '../parts/reportFilters'
import { DishesPanel } from './DishesPanel'
import { KitchenChart } from './KitchenChart'
import { KitchenTable } from './KitchenTable'
import { cuts, inMinutes, readOpenedTimes, rowsOf } from './kitchenTimeRows'
import { type KitchenTimesQuery, kitchenFilters, useKitchenTimes } from './queries'

/** Reports how long dishes took against what their area promises, and the dishes behind each figure. */
export function KitchenTimesScreen() {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const today = businessDay(Date.now())
  const state = readReport(params, today, kitchenFilters)
  const found = useKitchenTimes(state.asked)
  const cut = cuts.find((each) => each === params.get('by')) ?? 'DISH'
  const row = params.get('row')
  const opened = readOpenedTimes(row)
  const open = (key: string) => change({ row: row === key ? null : key }, { replace: opened !== null })
  const filters = useFilters(state.asked)
  const named =
    found.data && opened
      ? cuts.flatMap((each) => rowsOf(each, found.data, t)).find(({ key }) => key === row)
      : undefined
  return (
    <ReportPage
      title={t('kitchenTimes.title')}
      found={found}
      state={state}
      today={today}
      filters={filters}
      summary={() => t('kitchenTimes.summary')}
      note={t('kitchenTimes.note')}
      file="/kitchen-times/file"
      change={change}
      forgets={['row']}
      panel={
        opened ? (
          <DishesPanel
            key={row}
            asked={state.asked}
            opened={opened}
            name={named?.name ?? t('kitchenTimes.all')}
            onClose={() => change({ row: null }, { replace: true })}
          />
        ) : null
      }
    >
      {(report) =>
        report.totals.dishes === 0 ? (
          <Card>
            <Nothing report={report} />
          </Card>
        ) : (
          <>
            <Figures report={report} few={opened !== null} />
            <KitchenChart report={report} opened={row} onOpen={open} />
            <KitchenTable
              report={report}
              cut={cut}
              opened={row}
              onCut={(next) => change({ by: next === 'DISH' ? null : next })}
              onOpen={open}
            />
          </>
        )
      }
    </ReportPage>
  )
}

/** Returns the filters with all values of these days, whatever is chosen already. */
function useFilters({ start_date, end_date }: KitchenTimesQuery) {
  const { t } = useTranslation()
  const all = useKitchenTimes({ start_date, end_date }).data
  const categories = new Map(
    all?.dishes.flatMap(({ category_id: id, category }) => (id && category ? [[String(id), category]] : [])),
  )
  return [
    {
      name: 'area_id' as const,
      label: t('kitchenTimes.area'),
      options: (all?.areas ?? []).map((area) => ({ value: String(area.area_id), label: area.name })),
      single: true,
    },
    {
      name: 'category_id' as const,
      label: t('kitchenTimes.category'),
      options: [...categories].map(([value, label]) => ({ value, label })),
      single: true,
    },
  ]
}

function Nothing({ report }: { report: KitchenTimes }) {
  const { t } = useTranslation()
  if (report.unmarked === 0) return <Empty title={t('kitchenTimes.none')} text={t('kitchenTimes.noneText')} />
  return (
    <Empty
      title={t('kitchenTimes.noneMarked', { count: report.unmarked, amount: number(report.unmarked) })}
      text={t('kitchenTimes.noneMarkedText')}
    />
  )
}

/** A faster time has no colour: the promise says whether it is good. */
function Figures({ report, few }: { report: KitchenTimes; few: boolean }) {
  const { t } = useTranslation()
  const { totals, before, unmarked } = report
  const worst = report.hours.find(({ hour }) => hour === report.worst_hour)
  const time = (seconds: number | null): Pick<Kpi, 'value' | 'shown'> => ({
    value: t('kitchenTimes.minutes', { minutes: inMinutes(seconds) }),
    shown: (
      <>
        {inMinutes(seconds)} <small>{t('kitchenTimes.min')}</small>
      </>
    ),
  })
  const items: Kpi[] = [
    {
      label: t('kitchenTimes.figures.median'),
      ...time(totals.median_seconds),
      note: comparedText(totals.median_seconds, before.median_seconds),
    },
    {
      label: t('kitchenTimes.figures.late'),
      value: shareText(totals.late_percent),
      note: [
        t('kitchenTimes.lateOf', {
          count: totals.late,
          amount: number(totals.late),
          all: number(totals.dishes),
        }),
        before.late_percent === null
          ? ''
          : t('kitchenTimes.before', { percent: shareText(before.late_percent) }),
      ]
        .filter(Boolean)
        .join(', '),
    },
    {
      label: t('kitchenTimes.figures.p90'),
      ...time(totals.p90_seconds),
      note: comparedText(totals.p90_seconds, before.p90_seconds),
    },
    {
      label: t('kitchenTimes.figures.dishes'),
      value: number(totals.dishes),
      note:
        unmarked === 0
          ? t('kitchenTimes.allMarked')
          : t('kitchenTimes.notMarked', { count: unmarked, amount: number(unmarked) }),
    },
    {
      label: t('kitchenTimes.figures.worst'),
      value: worst ? t('kitchenTimes.at', { hour: worst.hour }) : '—',
      note: worst
        ? t('kitchenTimes.worstNote', { percent: shareText(worst.times.late_percent) })
        : t('kitchenTimes.noWorst'),
    },
  ]
  return <KpiStrip fit items={few ? items.slice(0, 3) : items} />

  function comparedText(now: number | null, then: number | null) {
    if (now === null || then === null) return t('kitchenTimes.noBefore')
    if (inMinutes(now) === inMinutes(then)) return t('kitchenTimes.same')
    return t(now > then ? 'kitchenTimes.slower' : 'kitchenTimes.quicker', {
      minutes: inMinutes(Math.abs(now - then)),
    })
  }
}
