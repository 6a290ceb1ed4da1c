import { useTranslation } from 'react-i18next'
import type { SalesSoFar } from '../../../api/model'
import { amount, centimos, money, weekday } from '../../../ui/format'
import { type Kpi, KpiStrip } from '../../../ui/KpiStrip'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { percentNumber } from '../parts/bars'
import { useSummary } from './queries'
import { longMonth } from './series'

/** Shows today, this week, this month and this year, each beside as long a part of the one before. */
export function Summary({ today }: { today: string }) {
  const { t } = useTranslation()
  const found = useSummary()
  if (!found.data)
    return found.isError ? (
      <Card>
        <Failed title={t('books.failed')} error={found.error} onRetry={() => void found.refetch()} />
      </Card>
    ) : (
      <Loading label={t('books.title')} rows={1} height={112} />
    )
  const { today: day, week, month, year } = found.data
  const name = longMonth(today.slice(0, 7))
  const thisYear = today.slice(0, 4)
  const item = (label: string, figure: SalesSoFar, to: string): Kpi => {
    const change = figure.change_percent === null ? 0 : Number(figure.change_percent)
    return {
      label,
      value: money(centimos(figure.total)),
      to: `/sales-total-report?${to}`,
      change: change
        ? {
            up: change > 0,
            text: t(`salesReport.changed.${change > 0 ? 'more' : 'less'}`, {
              percent: percentNumber(change),
            }),
          }
        : undefined,
      note:
        centimos(figure.before) === 0
          ? t('salesReport.documentCount', { count: figure.documents })
          : t('salesReport.than', { figure: amount(centimos(figure.before)) }),
    }
  }
  return (
    <KpiStrip
      items={[
        item(t('books.today', { day: weekday(today) }), day, 'period=today'),
        item(t('books.week'), week, 'period=week'),
        item(name.charAt(0).toUpperCase() + name.slice(1), month, 'period=month'),
        item(thisYear, year, `period=range&from=${thisYear}-01-01&to=${today}`),
      ]}
    />
  )
}
