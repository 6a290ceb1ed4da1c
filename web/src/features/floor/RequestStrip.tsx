import { IconBike, IconPaperBag, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { FloorRequest } from '../../api/model'
import { centimos, minutes, minutesSince, money } from '../../ui/format'
import { StatePill } from '../../ui/StatePill'
import { lineState } from '../../ui/states'
import c from './RequestStrip.module.css'

interface Props {
  kind: 'takeaway' | 'delivery'
  requests: FloorRequest[]
  now: number
  onNew: () => void
}

/** Take-away or delivery: who waits, for how long, and how far the kitchen is. */
export function RequestStrip({ kind, requests, now, onNew }: Props) {
  const { t } = useTranslation()
  const Glyph = kind === 'takeaway' ? IconPaperBag : IconBike
  const title = t(`floor.${kind}`)
  return (
    <section className={c.strip} aria-label={title}>
      <header>
        <h2>
          <Glyph size={20} stroke={1.9} aria-hidden="true" />
          {title}
          <span>{requests.length}</span>
        </h2>
        <button type="button" className={c.add} onClick={onNew}>
          <IconPlus size={18} stroke={2.4} aria-hidden="true" />
          {t('floor.new')}
          <span className="sr"> {title}</span>
        </button>
      </header>
      {requests.length === 0 ? <p className={c.none}>{t(`floor.no_${kind}`)}</p> : null}
      <ul>
        {requests.map((request) => (
          <li key={request.id}>
            <Row request={request} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ request, now }: { request: FloorRequest; now: number }) {
  const { t } = useTranslation()
  const state = lineState[request.status]
  const detail = [request.address ?? request.phone, minutes(minutesSince(request.opened_at, now))]
  return (
    <Link to={`/order/${request.id}`} className={c.row}>
      <b className={c.number}>#{request.correlative}</b>
      <span className={c.main}>
        <b>{request.client_name || t('floor.noName')}</b>
        <span>{detail.filter(Boolean).join(' · ')}</span>
      </span>
      <span className={c.side}>
        <b>{money(centimos(request.total))}</b>
        <StatePill tone={state.tone} icon={state.icon} label={t(`lineState.${request.status}`)} />
      </span>
    </Link>
  )
}
