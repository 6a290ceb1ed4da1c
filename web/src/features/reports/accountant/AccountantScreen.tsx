import { useTranslation } from 'react-i18next'
import { businessDay, clock, longDate } from '../../../ui/format'
import { useNow } from '../../../ui/now'
import { OfficePage } from '../../../ui/OfficePage'
import c from './Books.module.css'
import { MarginChart } from './MarginChart'
import { SeriesChart } from './SeriesChart'
import { Summary } from './Summary'
import { TaxNotices } from './TaxNotices'
import { TopList } from './TopList'

/** Shows sales to those who keep the books: now, over months and years, by product, and their margin. */
export function AccountantScreen() {
  const { t } = useTranslation()
  const now = useNow()
  const today = businessDay(now)
  return (
    <OfficePage title={t('books.title')} summary={t('books.text', { day: longDate(now), time: clock(now) })}>
      <Summary today={today} />
      <SeriesChart today={today} />
      <div className={c.columns}>
        <TopList />
        <div className={c.side}>
          <MarginChart today={today} />
          <TaxNotices today={today} />
        </div>
      </div>
    </OfficePage>
  )
}
