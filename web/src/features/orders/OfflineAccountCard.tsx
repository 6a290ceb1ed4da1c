import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { floorQuery } from '../../data/floor/floorQuery'
import { centimos, clock, money } from '../../ui/format'
import { accountOnFloor } from './accountOnFloor'
import c from './OfflineAccountCard.module.css'

/**
 * Shows an account that was never opened on this device while the server is away: only what the floor plan knows, and that there
 * is more.
 */
export function OfflineAccountCard({ id }: { id: number }) {
  const { t } = useTranslation()
  const known = accountOnFloor(useQuery(floorQuery).data, id)
  if (!known) return null
  const { request } = known
  const title =
    known.table === null
      ? t(known.request.type === 'DELIVERY' ? 'orders.delivery' : 'orders.takeaway', {
          number: known.request.correlative,
        })
      : `${t('orders.table', { name: known.table })} · ${known.salon}`
  const who = [request.attendant_name, request.client_name].filter(Boolean).join(', ')
  return (
    <section className={c.known} aria-label={title}>
      <b>{title}</b>
      <b>{money(centimos(request.total))}</b>
      <span>{who}</span>
      <span>{clock(request.opened_at)}</span>
      <p>{t('orders.fromMap')}</p>
    </section>
  )
}
