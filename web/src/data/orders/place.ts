import type { TFunction } from 'i18next'
import type { Account } from '../../api/model'

/** Returns an account's name: "Mesa 12" in "Terraza", "Llevar 16" of "Carlos". */
export function placeOf(request: Account, t: TFunction): { title: string; place: string; line: string } {
  const table = request.client_request_table
  if (request.type === 'TABLE' && table) {
    const title = t('orders.table', { name: table.table })
    const place = [table.salon, request.name_reference].filter(Boolean).join(' · ')
    return { title, place, line: `${title} · ${place}` }
  }
  const kind = request.type === 'DELIVERY' ? 'orders.delivery' : 'orders.takeaway'
  const title = t(kind, { number: request.correlative_counter ?? request.id })
  const app = request.delivery_app ? t('orders.fromApp') : ''
  const name = [...new Set([app, request.client_name, request.name_reference])].filter(Boolean).join(' · ')
  return { title, place: name, line: name ? `${title} · ${name}` : title }
}
