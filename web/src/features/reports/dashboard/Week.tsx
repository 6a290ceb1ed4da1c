import { useTranslation } from 'react-i18next'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { Columns } from './Columns'
import { DayBars } from './DayBars'
import { useWeek } from './queries'
import { TopProducts } from './TopProducts'
import c from './Week.module.css'

/** Shows the last days beside those before, and the best-selling products. */
export function Week() {
  const { t } = useTranslation()
  const week = useWeek()
  return (
    <>
      <h2 className={c.week}>{t('dashboard.week')}</h2>
      {week.data ? (
        <Columns
          cards={{
            days: <DayBars dashboard={week.data} />,
            products: <TopProducts products={week.data.top_products} />,
          }}
          main={['days']}
          side={['products']}
          stacked={['days', 'products']}
        />
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
