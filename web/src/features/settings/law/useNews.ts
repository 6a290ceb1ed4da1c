import { useTranslation } from 'react-i18next'
import type { RateChange } from '../../../api/model'
import { region } from '../../../i18n/region'
import { centimos, money, quantity } from '../../../ui/format'

/** Returns `1 de enero`. */
const dayAndMonth = (day: string) =>
  new Intl.DateTimeFormat(region().tag, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** Returns `Viernes 1 de enero de 2027`. */
export const longWeekdayDate = (day: string) => {
  const text = new Intl.DateTimeFormat(region().tag, { dateStyle: 'full', timeZone: 'UTC' })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(',', '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** These functions put the news of a change into sentences, for the panel and the page alike. */
export function useNews() {
  const { t } = useTranslation()
  return {
    title: (change: RateChange) =>
      t('law.news', {
        day: dayAndMonth(change.valid_from),
        from: quantity(change.from_percent),
        to: quantity(change.to_percent),
      }),
    days: (change: RateChange) => t('law.daysLeft', { count: change.days_left }),
    cost: (change: RateChange) => t('law.cost', { amount: money(centimos(change.month.less_left)) }),
  }
}
