import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PathOf } from '../../../api/paths'
import { reportPresets } from '../../../ui/dates/periods'
import { Failed, Loading } from '../../../ui/LoadState'
import { FilterChip } from '../../../ui/list/FilterChip'
import { FilterSheet } from '../../../ui/list/FilterSheet'
import { ListCount } from '../../../ui/list/ListSkeleton'
import type { Filter } from '../../../ui/list/types'
import { Card, OfficePage } from '../../../ui/OfficePage'
import type { useAddress } from '../../../ui/useAddress'
import { usePhone } from '../../../ui/viewport'
import { PeriodChip, PeriodDays } from '../../../widgets/period/PeriodChip'
import { FileMenu } from '../../../widgets/sheets/FileMenu'
import { daysText, isUnderWay } from '../sales/salesTexts'
import c from './ReportPage.module.css'
import type { ReportState } from './reportFilters'

type Change = ReturnType<typeof useAddress>[1]

interface Props<Report, Name extends string> {
  title: string
  found: UseQueryResult<Report>
  state: ReportState<Name>
  today: string
  filters: readonly (Filter & { name: Name })[]
  /** Returns the text behind the days, in the line below the title. */
  summary?: (report: Report) => string
  /** A text at the end of the line of filters. */
  note?: string
  file: PathOf<'GET'>
  change: Change
  /** These parameters leave the address when the days or a filter change. */
  forgets?: readonly string[]
  panel?: ReactNode
  children: (report: Report) => ReactNode
}

interface Dated {
  start_date: string
  end_date: string
  /** True when its last day has not ended. */
  is_partial?: boolean
}

/** Frames every report: title and days, filters in one line, the file menu, and a skeleton until the data is there. */
export function ReportPage<Report extends Dated, Name extends string>(props: Props<Report, Name>) {
  const { t } = useTranslation()
  const { title, found, state, today, summary, file } = props
  const report = found.data
  return (
    <OfficePage
      title={title}
      summary={
        report ? (
          [
            daysText(report.start_date, report.end_date, today, t),
            summary?.(report),
            isUnderWay(report, today) ? t('report.partial') : '',
          ]
            .filter(Boolean)
            .join(', ')
        ) : (
          <ListCount />
        )
      }
      actions={
        <FileMenu
          name={report && title}
          path={file}
          query={state.asked}
          words={(format) => ({
            label: t(`report.file.${format}.label`),
            text: t(`report.file.${format}.text`),
          })}
        />
      }
    >
      <Filters {...props} />
      {report ? (
        <div className={c.beside} data-open={props.panel ? true : undefined}>
          <div className={c.report} data-stale={found.isPlaceholderData || undefined}>
            {props.children(report)}
          </div>
          {props.panel}
        </div>
      ) : found.isError ? (
        <Card>
          <Failed title={t('report.failed')} error={found.error} onRetry={() => void found.refetch()} />
        </Card>
      ) : (
        <Loading label={t('report.loading')} rows={4} height={120} />
      )}
    </OfficePage>
  )
}

function Filters<Report, Name extends string>({
  state,
  today,
  filters,
  note,
  change,
  forgets = [],
}: Props<Report, Name>) {
  const phone = usePhone()
  const { asked, preset } = state
  const values: Record<string, string[]> = Object.fromEntries(
    filters.flatMap(({ name, single }) => {
      const value = asked[name]
      return value ? [[name, single ? [value] : value.split(',')]] : []
    }),
  )
  const forgotten = Object.fromEntries(forgets.map((name) => [name, null]))
  const narrow = (wanted: Record<string, string[]>) =>
    change({
      ...Object.fromEntries(filters.map(({ name }) => [name, wanted[name]?.join(',') || null])),
      ...forgotten,
    })
  const span = { preset, from: asked.start_date, to: asked.end_date }
  const setPeriod: Change = (what, how) => change({ ...what, ...forgotten }, how)
  return (
    <div className={c.filters} data-days={preset === 'range' || undefined}>
      <PeriodChip span={span} today={today} offered={reportPresets} onChange={setPeriod} />
      {filters.length === 0 ? null : phone ? (
        <FilterSheet filters={filters} values={values} results={undefined} onChange={narrow} />
      ) : (
        filters.map((filter) => (
          <FilterChip
            key={filter.name}
            filter={filter}
            values={values[filter.name] ?? []}
            onChange={(chosen) => narrow({ ...values, [filter.name]: chosen })}
          />
        ))
      )}
      {preset === 'range' ? <PeriodDays span={span} onChange={setPeriod} /> : null}
      {note ? <p className={c.note}>{note}</p> : null}
    </div>
  )
}
