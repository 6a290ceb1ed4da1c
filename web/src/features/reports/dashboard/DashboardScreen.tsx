import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { get } from '../../../api/client'
import type { Dashboard } from '../../../api/model'
import { clock, longDate } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { useNow } from '../../../ui/now'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { FirstUseBanner } from '../../settings/first-use/Banner'
import { reportKeys } from '../keys'
import { Attention } from './Attention'
import c from './DashboardScreen.module.css'
import { DayBars } from './DayBars'
import { Figures } from './Figures'
import { House } from './House'
import { OwnCycle } from './OwnCycle'
import { TopProducts } from './TopProducts'

/** Today in figures, the week in bars, what sells, and what needs attention. */
export function Screen() {
  const { t } = useTranslation()
  const now = useNow()
  const dashboard = useQuery({
    queryKey: reportKeys.dashboard,
    queryFn: ({ signal }) => get('/dashboard', undefined, signal),
    refetchInterval: 60_000,
  })
  return (
    <OfficePage title={t('dashboard.title')} summary={`${longDate(now)}, ${clock(now)}`}>
      <FirstUseBanner />
      {dashboard.data ? (
        <Board dashboard={dashboard.data} />
      ) : dashboard.isError ? (
        <Card>
          <Failed
            title={t('dashboard.failed')}
            error={dashboard.error}
            onRetry={() => void dashboard.refetch()}
          />
        </Card>
      ) : (
        <Loading label={t('dashboard.loading')} rows={3} height={180} />
      )}
    </OfficePage>
  )
}

/** The house for who runs it, a waiter's own accounts, a cashier's own session. */
function Board({ dashboard }: { dashboard: Dashboard }) {
  if (dashboard.scope === 'CYCLE') {
    return (
      <div className={c.columns}>
        <OwnCycle cycle={dashboard.cycle ?? null} />
        <Attention items={dashboard.attention} />
      </div>
    )
  }
  return (
    <>
      <Figures dashboard={dashboard} />
      <div className={c.columns}>
        <DayBars dashboard={dashboard} />
        <div className={c.side}>
          <Attention items={dashboard.attention} />
          {dashboard.scope === 'HOUSE' ? <House dashboard={dashboard} /> : null}
        </div>
      </div>
      <TopProducts products={dashboard.top_products} />
    </>
  )
}
