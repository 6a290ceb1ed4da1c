import { IconHistory } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Replay } from '../../../api/model'
import { amount, centimos, dayText } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import { keyOf } from '../draft'
import c from './Purchase.module.css'

/** Lists the changes that a purchase recorded late made in the cost of the sales after it. */
export function ReplaysCard({ replays }: { replays: Replay[] }) {
  const { t } = useTranslation()
  if (replays.length === 0) return null
  return (
    <Card padded label={t('purchases.replays')}>
      <h2 className={c.title}>
        <IconHistory size={20} stroke={1.8} aria-hidden="true" />
        {t('purchases.replays')}
      </h2>
      <ul className={c.replays}>
        {replays.map((replay) => (
          <li key={keyOf(replay)}>
            <b>{replay.name}</b>
            <span>{saidOf(replay, t)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Returns the text "8 ventas del 3 al 5: costo 1,240.50 → 1,262.10". */
function saidOf(replay: Replay, t: TFunction): string {
  const { sales: count, first_day, last_day } = replay
  const first = first_day ?? last_day
  const last = last_day ?? first_day
  const days =
    first && last
      ? t(first === last ? 'purchases.replayDay' : 'purchases.replayDays', {
          first: shortDay(first, last),
          last: dayText(last).slice(0, 5),
        })
      : ''
  const cost = (text: string | null | undefined) =>
    text == null ? t('purchases.unknown') : amount(centimos(text))
  const change = replay.done
    ? t('purchases.replayCost', { before: cost(replay.cost_before), after: cost(replay.cost_after) })
    : t('purchases.replayPending')
  return `${[t('purchases.replaySales', { count }), days].filter(Boolean).join(' ')}: ${change}`
}

/** Returns "3" where the last day is of the same month, else "30/10". */
const shortDay = (first: string, last: string) =>
  first.slice(0, 7) === last.slice(0, 7) ? String(Number(first.slice(8))) : dayText(first).slice(0, 5)
