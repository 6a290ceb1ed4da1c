import { useTranslation } from 'react-i18next'
import type { SalesReport } from '../../../api/model'
import { number } from '../../../i18n/region'
import { amount, centimos } from '../../../ui/format'
import { inMoney } from '../../../ui/inMoney'
import { type Kpi, KpiStrip } from '../../../ui/KpiStrip'
import { percentChange, percentNumber, percentText, shareText } from '../parts/bars'

/** Shows the figures of the period beside those of the one before; three where a panel takes the room. */
export function SalesFigures({ report, few }: { report: SalesReport; few: boolean }) {
  const { t } = useTranslation()
  const { totals: now, before } = report
  const compared = (value: number | null, then: number | null): Kpi['change'] => {
    const change = value === null || then === null ? null : percentChange(value, then)
    if (!change) return undefined
    return {
      up: change > 0,
      text: t(`salesReport.changed.${change > 0 ? 'more' : 'less'}`, { percent: percentNumber(change) }),
    }
  }
  const known = (text: string | null): Pick<Kpi, 'value' | 'shown'> =>
    text === null ? { value: '–' } : inMoney(text)
  const cents = (text: string | null) => (text === null ? null : centimos(text))
  const than = (text: string | null) =>
    text === null || centimos(text) === 0
      ? undefined
      : t('salesReport.than', { figure: amount(centimos(text)) })
  const items: Kpi[] = [
    {
      label: t('salesReport.figures.total'),
      ...inMoney(now.total),
      change: compared(centimos(now.total), centimos(before.total)),
      note: than(before.total),
    },
    {
      label: t('salesReport.figures.documents'),
      value: number(now.documents),
      change: compared(now.documents, before.documents),
      note: before.documents ? t('salesReport.than', { figure: number(before.documents) }) : undefined,
    },
    {
      label: t('salesReport.figures.average'),
      ...known(now.average),
      change: compared(cents(now.average), cents(before.average)),
      note: than(before.average),
    },
    {
      label: t('salesReport.figures.perPerson'),
      ...known(now.per_person),
      change: compared(cents(now.per_person), cents(before.per_person)),
      note: now.persons ? t('salesReport.persons', { count: now.persons }) : undefined,
    },
    {
      label: t('salesReport.figures.margin'),
      value: now.margin_percent === null ? '–' : shareText(now.margin_percent),
      change: pointsOf(now.margin_percent, before.margin_percent, (way, points) =>
        t(`salesReport.points.${way}`, { count: points, points: number(points, 1) }),
      ),
      note:
        now.covered_percent === null
          ? undefined
          : t('salesReport.covers', { percent: percentText(now.covered_percent) }),
    },
  ]
  return <KpiStrip fit items={few ? items.slice(0, 3) : items} />
}

/** Percentages are compared by their difference, in points with one decimal. */
function pointsOf(
  now: string | null,
  before: string | null,
  words: (way: 'more' | 'less', points: number) => string,
): Kpi['change'] {
  if (now === null || before === null) return undefined
  const tenths = Math.round((centimos(now) - centimos(before)) / 10)
  if (tenths === 0) return undefined
  return { up: tenths > 0, text: words(tenths > 0 ? 'more' : 'less', Math.abs(tenths) / 10) }
}
