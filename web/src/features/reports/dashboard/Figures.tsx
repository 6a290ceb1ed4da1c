import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../../api/model'
import { useUser } from '../../../session/session'
import { centimos, money, weekday } from '../../../ui/format'
import { KpiStrip } from '../../../ui/KpiStrip'
import { wayTo } from './ways'
import { changeOf } from './week'

/** Today beside the same day of last week, and what stands open. */
export function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const user = useUser()
  const { sales_today: today, sales_same_day_last_week: before, open_accounts: open, tables } = dashboard
  if (!today || !before) return null
  const own = dashboard.scope === 'OWN'
  const documents = wayTo(user, '/documents?period=day')
  const day = weekday(dashboard.business_day)
  const compared = (now: number, then: number) => {
    const change = changeOf(now, then)
    if (!change) return { note: t('dashboard.nothingBefore', { day }) }
    if (change.direction === 'same') return { note: t('dashboard.same', { day }) }
    const up = change.direction === 'more'
    return {
      change: { up, text: t(`dashboard.${change.direction}`, { percent: change.percent }) },
      note: t('dashboard.vsLastWeek', { day }),
    }
  }
  const averageBefore = before.count > 0 ? Math.round(centimos(before.total) / before.count) : 0
  return (
    <KpiStrip
      items={[
        {
          label: t(own ? 'dashboard.ownSales' : 'dashboard.sales'),
          value: money(centimos(today.total)),
          to: documents,
          ...compared(centimos(today.total), centimos(before.total)),
        },
        {
          label: t('dashboard.documents'),
          value: String(today.count),
          to: documents,
          ...compared(today.count, before.count),
        },
        {
          label: t('dashboard.average'),
          value: money(centimos(today.average)),
          ...compared(centimos(today.average), averageBefore),
        },
        {
          label: t(own ? 'dashboard.ownOpen' : 'dashboard.open'),
          value: money(centimos(open.total)),
          to: wayTo(user, '/pos'),
          note: [
            t('dashboard.accounts', { count: open.count }),
            t('dashboard.tables', { occupied: tables.occupied, count: tables.total }),
          ].join(' · '),
        },
      ]}
    />
  )
}
