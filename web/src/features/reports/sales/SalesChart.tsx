import { useTranslation } from 'react-i18next'
import type { SalesReport } from '../../../api/model'
import type { ChartCut, SalesState } from '../../../data/reports/sales/salesFilters'
import { useHouse } from '../../../session/house'
import { symbol } from '../../../ui/currencySymbol'
import { weekday } from '../../../ui/format'
import { usePhone } from '../../../ui/viewport'
import { Bars } from '../parts/Bars'
import { BarTable } from '../parts/BarTable'
import { chartHeadline, fewBelow, percentNumber, scaleOf } from '../parts/bars'
import { ChartCard } from '../parts/ChartCard'
import { barsOf } from './salesRows'
import { beforeText, belowText, titleText } from './salesTexts'

interface Props {
  cut: ChartCut
  preset: SalesState['preset']
  report: SalesReport
  opened: string | null
  onOpen: (key: string) => void
}

/** Charts the period beside the one before; its title is the conclusion. */
export function SalesChart({ cut, preset, report, opened, onOpen }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const dayStart = useHouse((house) => house.business_day_start)
  const bars = barsOf(cut, report, dayStart, t)
  const scale = scaleOf(bars, phone)
  const answer = chartHeadline(bars)
  const title = titleText(cut, answer, report, t)
  const below = belowText(
    cut,
    fewBelow(bars).map((bar) => bar.key),
    t,
  )
  const measure = t(`salesReport.measure.${cut}`, {
    symbol: symbol(),
  })
  const before = t('salesReport.legend.before', { before: beforeText(report, t) })
  const now = t(`salesReport.legend.now.${preset}`)
  const running = bars.find((bar) => bar.partial)
  return (
    <ChartCard
      title={title}
      text={[`${measure}.`, below].filter(Boolean).join(' ')}
      legend={{
        now,
        before,
        partial: running && t('salesReport.legend.partial', { day: weekday(running.key) }),
      }}
      chart={
        <Bars
          label={title}
          bars={bars}
          scale={scale}
          marked={answer?.bar.key}
          markText={
            answer && answer.kind !== 'best'
              ? t(`salesReport.changed.${answer.kind}`, { percent: percentNumber(answer.percent) })
              : undefined
          }
          opened={opened}
          onOpen={onOpen}
        />
      }
      table={
        <BarTable label={title} bars={bars} heads={{ what: t(`salesReport.cuts.${cut}`), now, before }} />
      }
    />
  )
}
