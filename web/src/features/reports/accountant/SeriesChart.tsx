import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { symbol } from '../../../ui/currencySymbol'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { useAddress } from '../../../ui/useAddress'
import { usePhone } from '../../../ui/viewport'
import { Bars } from '../parts/Bars'
import { BarTable } from '../parts/BarTable'
import { bestOf, scaleOf } from '../parts/bars'
import { ChartCard } from '../parts/ChartCard'
import { type Series, series, useSeries } from './queries'
import { dayBars, monthBars, salesReportPath, seriesTitle, weekBars, yearBars } from './series'

const usual: Series = 'months'

/** Charts sales by day, week, month or year; a bar links to the report of its time. */
export function SeriesChart({ today }: { today: string }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const navigate = useNavigate()
  const [params, change] = useAddress()
  const chosen = series.find((each) => each === params.get('of')) ?? usual
  const { bars, error, refetch } = useBars(chosen, today)
  const choice = (
    <SpanChoice
      value={chosen}
      onChange={(value) => change({ of: value === usual ? null : value }, { replace: true })}
    />
  )
  if (!bars)
    return (
      <NotYet error={error} onRetry={() => void refetch()}>
        {choice}
      </NotYet>
    )
  const title = seriesTitle(chosen, bars, t)
  const scale = scaleOf(bars, phone)
  const compared = chosen === 'months'
  const running = bars.find((bar) => bar.partial)
  return (
    <ChartCard
      title={title}
      text={t('books.in', {
        what: t(`books.plain.${chosen}`),
        symbol: symbol(),
      })}
      choice={choice}
      legend={{
        now: t(`books.spans.${chosen}`),
        before: compared ? t('books.yearBefore') : undefined,
        partial: running && t('books.running', { name: running.fullName }),
      }}
      chart={
        <Bars
          label={title}
          bars={bars}
          scale={scale}
          marked={bestOf(bars, 1.1)?.key}
          onOpen={(key) => void navigate(salesReportPath(chosen, key, today))}
        />
      }
      table={
        <BarTable
          label={title}
          bars={bars}
          heads={{
            what: t(`books.what.${chosen}`),
            now: t('salesReport.title'),
            before: compared ? t('books.yearBefore') : undefined,
          }}
        />
      }
    />
  )
}

interface NotYetProps {
  error: Error | null
  onRetry: () => void
  /** The choice of another span, which may be there already. */
  children: ReactNode
}

function NotYet({ error, onRetry, children }: NotYetProps) {
  const { t } = useTranslation()
  return (
    <Card padded label={t('books.span')}>
      {children}
      {error ? (
        <Failed title={t('books.failed')} error={error} onRetry={onRetry} />
      ) : (
        <Loading label={t('books.span')} rows={1} height={280} />
      )}
    </Card>
  )
}

function SpanChoice({ value, onChange }: { value: Series; onChange: (value: Series) => void }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="md"
      aria-label={t('books.span')}
      value={value}
      onChange={onChange}
      data={series.map((each) => ({ value: each, label: t(`books.spans.${each}`) }))}
    />
  )
}

/** Reads the sales of a span and makes their bars. */
function useBars(chosen: Series, today: string) {
  const { t } = useTranslation()
  const found = useSeries(chosen)
  const barsOf = {
    days: () => found.days.data && dayBars(found.days.data, today),
    weeks: () => found.weeks.data && weekBars(found.weeks.data, today, t),
    months: () => found.months.data && monthBars(found.months.data, today),
    years: () => found.years.data && yearBars(found.years.data, today),
  }
  const { error, refetch } = found[chosen]
  return { bars: barsOf[chosen](), error, refetch }
}
