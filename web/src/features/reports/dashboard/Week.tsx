import { useTranslation } from 'react-i18next'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import c from './DashboardScreen.module.css'
import { DayBars } from './DayBars'
import { useWeek } from './queries'
import { TopProducts } from './TopProducts'

/** The last days beside those before, and what sells. */
export function Week() {
  const { t } = useTranslation()
  const week = useWeek()
  return (
    <>
      <h2 className={c.week}>{t('dashboard.week')}</h2>
      {week.data ? (
        <div className={c.board}>
          <DayBars dashboard={week.data} />
          <TopProducts products={week.data.top_products} />
        </div>
      ) : week.isError ? (
        <Card>
          <Failed title={t('dashboard.failed')} error={week.error} onRetry={() => void week.refetch()} />
        </Card>
      ) : (
        <Loading label={t('dashboard.loading')} rows={1} height={280} />
      )}
    </>
  )
}
