import { IconBike, IconCheck, IconPaperBag, IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { FloorAccount } from '../../api/model'
import { centimos, minutes, minutesSince, money, quantity } from '../../ui/format'
import { lazyPart } from '../../ui/lazyPart'
import { popItem } from '../../ui/PopMenu'
import { RowMenu } from '../../ui/RowMenu'
import { StatePill } from '../../ui/StatePill'
import { lineState } from '../../ui/states'
import c from './RequestStrip.module.css'
import { type Advance, type Unprepared, useAdvance } from './reservations'

const ConfirmDialog = lazyPart(() => import('../../ui/ConfirmDialog').then((m) => m.ConfirmDialog))
const CourierDialog = lazyPart(() => import('./CourierDialog').then((m) => m.default))
const CloseRequestDialog = lazyPart(() => import('./CloseRequestDialog').then((m) => m.default))

interface Props {
  kind: 'takeaway' | 'delivery'
  requests: FloorAccount[]
  now: number
  onNew: () => void
}

type Ask =
  | { what: 'courier' | 'close'; request: FloorAccount }
  | { what: 'unprepared'; id: number; status: Advance; dishes: Unprepared[] }

/** Lists take-aways or deliveries, each with its client, waiting time, progress, and next step. */
export function RequestStrip({ kind, requests, now, onNew }: Props) {
  const { t } = useTranslation()
  const [ask, setAsk] = useState<Ask | null>(null)
  const advance = useAdvance((dishes, id, status) => setAsk({ what: 'unprepared', id, status, dishes }))
  const Glyph = kind === 'takeaway' ? IconPaperBag : IconBike
  const title = t(`floor.${kind}`)
  const close = () => setAsk(null)
  const couriers = [...new Set(requests.map((each) => each.courier).filter(Boolean))]
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
            <Row
              request={request}
              now={now}
              busy={advance.isPending && advance.variables?.id === request.id}
              onAdvance={(status) => advance.mutate({ id: request.id, status })}
              onAsk={(what) => setAsk({ what, request })}
            />
          </li>
        ))}
      </ul>
      <Suspense>
        {ask?.what === 'courier' ? (
          <CourierDialog request={ask.request} known={couriers} onClose={close} />
        ) : ask?.what === 'close' ? (
          <CloseRequestDialog
            id={ask.request.id}
            label={`${title} #${ask.request.correlative}`}
            total={ask.request.total}
            onClose={close}
          />
        ) : ask?.what === 'unprepared' ? (
          <ConfirmDialog
            title={t(`delivery.ask.${ask.status}`)}
            text={t('delivery.unprepared', {
              dishes: ask.dishes.map((dish) => `${quantity(dish.qty)} ${dish.name}`).join(', '),
            })}
            action={t(`delivery.anyway.${ask.status}`)}
            onConfirm={() => {
              advance.mutate({ id: ask.id, status: ask.status, also_unprepared: true })
              close()
            }}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </section>
  )
}

interface RowProps {
  request: FloorAccount
  now: number
  busy: boolean
  onAdvance: (status: Advance) => void
  onAsk: (what: 'courier' | 'close') => void
}

function Row({ request, now, busy, onAdvance, onAsk }: RowProps) {
  const { t } = useTranslation()
  const delivery = request.type === 'DELIVERY'
  const state = lineState[request.status]
  const stateName = t(`lineState.${request.status}`)
  const step = nextStep(request)
  // An order that the kitchen still works on is moved on only from the menu, on purpose.
  const offered = step && request.status !== 'PENDING' && request.status !== 'PROCESSING' ? step : null
  const about = [
    request.delivery_app ? t('orders.fromApp') : '',
    offered ? stateName : '',
    request.courier,
    delivery ? request.address : t('floor.products', { count: request.product_count }),
    minutes(minutesSince(request.opened_at, now)),
  ]
  return (
    <>
      <Link to={`/order/${request.id}`} className={c.row} data-step={offered ?? undefined}>
        <b className={c.number}>#{request.correlative}</b>
        <span className={c.name}>
          <b>{request.client_name || t('floor.noName')}</b>
          {request.is_paid ? <StatePill tone="good" icon={IconCheck} label={t('delivery.paid')} /> : null}
          <b className={c.amount}>{money(centimos(request.is_paid ? request.total : request.due))}</b>
        </span>
        <span className={c.about}>
          <span>{about.filter(Boolean).join(' · ')}</span>
          {offered ? null : <StatePill tone={state.tone} icon={state.icon} label={stateName} />}
        </span>
      </Link>
      {offered ? (
        <button
          type="button"
          className={c.step}
          data-step={offered}
          disabled={busy}
          onClick={() => onAdvance(offered)}
        >
          <span>{t(`delivery.step.${offered}`)}</span>
        </button>
      ) : null}
      <RowMenu label={t('delivery.actions', { number: request.correlative })}>
        {delivery ? (
          <button type="button" className={popItem} onClick={() => onAsk('courier')}>
            {t(request.courier ? 'delivery.change' : 'delivery.assign')}
          </button>
        ) : null}
        {step && !offered ? (
          <button type="button" className={popItem} onClick={() => onAdvance(step)}>
            {t(`delivery.step.${step}`)}
          </button>
        ) : null}
        {delivery && request.status === 'PREPARED' ? (
          <button type="button" className={popItem} onClick={() => onAdvance('DELIVERED')}>
            {t('delivery.step.DELIVERED')}
          </button>
        ) : null}
        {request.is_paid ? null : (
          <>
            <Link className={popItem} to={`/payment/${request.id}`}>
              {t('orders.collect')}
            </Link>
            <button type="button" className={popItem} onClick={() => onAsk('close')}>
              {t('floor.close')}
            </button>
          </>
        )}
      </RowMenu>
    </>
  )
}

/** Returns the next step of a whole order; null while a part of it is not even sent. */
export function nextStep(
  request: Pick<FloorAccount, 'type' | 'status' | 'unsent_count' | 'total'>,
): Advance | null {
  if (request.unsent_count > 0 || centimos(request.total) === 0 || request.status === 'DELIVERED') return null
  return request.type === 'DELIVERY' && request.status !== 'DISPATCHED' ? 'DISPATCHED' : 'DELIVERED'
}
