import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../api/model'
import { amount, centimos, money } from '../../ui/format'
import { Card } from '../../ui/OfficePage'
import c from './DayBars.module.css'

const weekday = new Intl.DateTimeFormat('es-PE', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })

/** The last seven days beside the seven before: bars with their table twin for who cannot see them. */
export function DayBars({ days }: { days: Dashboard['by_day'] }) {
  const { t } = useTranslation()
  const totals = days.map((each) => centimos(each.total))
  const latest = days.slice(-7)
  const most = Math.max(...totals, 1)
  const now = totals.slice(-7).reduce((sum, each) => sum + each, 0)
  return (
    <Card padded label={t('dashboard.byDay')}>
      <h2 className={c.title}>{t('dashboard.byDay')}</h2>
      <p className={c.sum}>
        <b>{money(now)}</b> {t('dashboard.inTotal')}
      </p>
      <table className={c.chart}>
        <caption className="sr">{t('dashboard.byDay')}</caption>
        <thead className="sr">
          <tr>
            <th scope="col">{t('dashboard.day')}</th>
            <th scope="col">{t('dashboard.these')}</th>
            <th scope="col">{t('dashboard.before')}</th>
          </tr>
        </thead>
        <tbody>
          {latest.map((each, index) => {
            const value = centimos(each.total)
            const before = totals.at(index - 14)
            const previous = days.length >= 14 ? (before ?? 0) : null
            return (
              <tr key={each.day}>
                <th scope="row">{weekday.format(new Date(each.day))}</th>
                <td>
                  <i style={{ height: `${(value / most) * 100}%` }} />
                  <span>{amount(value)}</span>
                </td>
                <td data-before>
                  <i style={{ height: `${((previous ?? 0) / most) * 100}%` }} />
                  <span className="sr">{previous === null ? '' : amount(previous)}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className={c.legend} aria-hidden="true">
        <i />
        {t('dashboard.these')}
        <i data-before />
        {t('dashboard.before')}
      </p>
    </Card>
  )
}
