import { useTranslation } from 'react-i18next'
import type { CountDetail } from '../../api/model'
import { amount, centimos, dateTime } from '../../ui/format'
import { Card } from '../../ui/OfficePage'
import c from './CountHistory.module.css'
import { Difference } from './Difference'
import { useAllowedBy } from './useAllowedBy'

/** Lists every count of a cycle that was counted more than once: an earlier count is kept. */
export function CountHistory({ counts }: { counts: CountDetail[] }) {
  const { t } = useTranslation()
  if (counts.length < 2) return null
  return (
    <Card padded label={t('cash.counts')}>
      <h2 className={c.title}>{t('cash.counts')}</h2>
      <ol className={c.list}>
        {counts.map((count) => (
          <Row key={count.version} count={count} />
        ))}
      </ol>
    </Card>
  )
}

function Row({ count }: { count: CountDetail }) {
  const { t } = useTranslation()
  const allowedBy = useAllowedBy()
  const { log } = count
  return (
    <li>
      <div className={c.head}>
        <b>{t('cash.countNumber', { number: count.version })}</b>
        <Difference value={centimos(count.difference)} />
      </div>
      <small>{[dateTime(count.counted_at), log?.user_name].filter(Boolean).join(' · ')}</small>
      <ul className={c.methods}>
        {Object.entries(count.counted).map(([name, counted]) => {
          const difference = centimos(count.differences[name])
          return (
            <li key={name}>
              {name} <b>{amount(centimos(counted))}</b>
              {difference === 0 ? null : <Difference value={difference} />}
            </li>
          )
        })}
      </ul>
      {log?.reason ? (
        <p className={c.why}>
          {t('cash.recountWhy', { reason: log.reason })} {allowedBy(log)}
        </p>
      ) : null}
    </li>
  )
}
