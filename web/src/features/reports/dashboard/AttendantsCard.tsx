import { useTranslation } from 'react-i18next'
import type { HouseNow } from '../../../api/model'
import { amount, centimos } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import c from './Attention.module.css'

/** Lists who attends the open accounts, and what they have to collect. */
export function AttendantsCard({ people }: { people: HouseNow['room'] }) {
  const { t } = useTranslation()
  const attends = (tables: number, others: number) =>
    [
      tables > 0 ? t('dashboard.attends', { count: tables }) : '',
      others > 0 ? t('dashboard.orders', { count: others }) : '',
    ]
      .filter(Boolean)
      .join(', ')
  return (
    <Card padded label={t('dashboard.room')}>
      <h2 className={c.title}>{t('dashboard.room')}</h2>
      <ul className={c.list}>
        {people.map((person) => (
          <li key={person.user_id}>
            <div className={c.row}>
              <span>
                {person.name}
                <small>{attends(person.tables, person.accounts - person.tables)}</small>
              </span>
              <b>{amount(centimos(person.due))}</b>
            </div>
          </li>
        ))}
        {people.length === 0 ? <li className={c.calm}>{t('dashboard.nobody')}</li> : null}
      </ul>
    </Card>
  )
}
