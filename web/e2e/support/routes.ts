import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuid } from '../../src/api/uuid'
import { type Caller, takeAway, withCash } from './api'

const router = readFileSync(join(import.meta.dirname, '../../src/app/router.tsx'), 'utf8')
const addresses = [...router.matchAll(/path: '(\/[^']*)'/g)].map((match) => match[1] ?? '')
/* These lead somewhere else for who is signed in. */
const elsewhere = ['/', '/login', '/reset-password', '/new-password', '/own-password', '/license-expired']

/** Every address of the router, as it is written there: a screen that comes is walked to as well. */
export const screens = addresses.filter((address) => !elsewhere.includes(address))

/** Fills the addresses: an account that is being served, a cash cycle of one's own, a printer, a purchase, a count, a report. */
export async function scene(caller: Caller) {
  await withCash(caller)
  const request = await takeAway(caller, { 'Cau cau': 2, 'Inca Kola 500 ml': 1 }, 'Rosa')
  const cycle = await caller.get<{ id: number } | null>('/cashbox-opened-cycle')
  const parts: Record<string, number | string | undefined> = {
    ':requestId': request,
    ':cycleId': cycle?.id,
    ':printerId': 1,
    ':purchaseId': await bought(caller),
    ':countId': await counted(caller),
    ':key': 'sales-by-day',
  }
  return (route: string) => route.replace(/:\w+/, (name) => `${parts[name]}`)
}

/** A count that has begun, of two supplies. */
async function counted(caller: Caller) {
  const supplies = await caller.get<{ id: number }[]>('/supplies?page=false')
  const item_ids = supplies.slice(0, 2).map(({ id }) => `SUPPLY:${id}`)
  const count = await caller.post<{ id: number }>('/stock-counts', {
    client_id: uuid(),
    place: 'Almacén',
    item_ids,
  })
  return count.id
}

/** A purchase that is owed in two parts. */
async function bought(caller: Caller) {
  const { id: provider_id } = await caller.post('/providers', {
    document_type: 'RUC',
    document_number: '20131312955',
    business_name: 'Distribuidora San Martín S.A.C.',
  })
  const [supply] = await caller.get<{ id: number }[]>('/supplies?page=false')
  const purchase = await caller.post<{ id: number }>('/purchase', {
    type: 'CREDITO',
    document: 'FACTURA',
    serie: 'F014',
    number: '28431',
    provider_id,
    items: [{ item_id: supply?.id, item_type: 'SUPPLY', quantity: '10', buy_price: '8.5' }],
    numberQuotes: 2,
  })
  return purchase.id
}
