import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { phoneSize, tile } from './support/account'
import { type Caller, callerOf, withCash } from './support/api'
import { expect, newPage, test } from './support/test'

/** The pictures of the README, of a house in the middle of its evening: `PICTURES=1 npx playwright test pictures`. */
test.skip(!process.env.PICTURES, 'pictures are taken when somebody wants them')
test.use({ restaurant: 'pictures' })
test.setTimeout(120_000)

const folder = `${import.meta.dirname}/../../docs/screenshots`

/** Tables with their guests, the minutes since they sat down, their dishes, and whether they have asked for the account. */
const tables: [string, number, number, Record<string, number>, boolean?][] = [
  ['1', 2, 12, { 'Causa limeña de pollo': 1, 'Chicha morada': 2 }],
  ['3', 4, 47, { 'Lomo saltado': 2, 'Ají de gallina': 2, 'Inca Kola 500 ml': 4 }, true],
  ['5', 6, 33, { 'Cau cau': 3, 'Rocoto relleno': 3, 'Chicha morada': 6 }],
  ['6', 3, 64, { 'Lomo saltado': 3, 'Agua sin gas': 3 }],
  ['8', 7, 25, { 'Anticuchos de corazón': 4, 'Ají de gallina': 5, 'Chicha morada': 7 }],
  ['11', 2, 8, { 'Leche de tigre': 2 }],
  ['12', 4, 51, { 'Lomo saltado': 1, 'Rocoto relleno': 2, 'Cau cau': 1, 'Chicha morada': 4 }, true],
  ['14', 5, 18, { 'Papa a la huancaína': 2, 'Ají de gallina': 3 }],
]

type Product = { id: number; name: string; variants: { id: number }[] }

/** Tables, orders to take away and deliveries. */
async function fillHouse(waiter: Caller): Promise<Map<string, number>> {
  const { products } = await waiter.get<{ products: Product[] }>('/catalog/sale')
  const order = async (account: Record<string, unknown>, dishes: Record<string, number>) => {
    const { id } = await waiter.post('/client-requests', account)
    const lines = Object.entries(dishes).map(([name, qty]) => {
      const product = products.find((each) => each.name === name)
      return { product: { id: product?.id }, variant_id: product?.variants[0]?.id, qty }
    })
    await waiter.post('/orders', { client_request: id, products: lines })
    return id as number
  }
  const places = await waiter.get<{ id: number; name: string }[]>('/tables?page=false')
  const accounts = new Map<string, number>()
  for (const [name, persons, , dishes, hasAsked] of tables) {
    const table = places.find((place) => place.name === name)
    const id = await order({ type: 'TABLE', table_id: table?.id, persons }, dishes)
    if (hasAsked) await waiter.post(`/orders/${id}/pre-order-print`, { pdf_shown: true })
    accounts.set(name, id)
  }
  const away = { type: 'ORDER', client_name: 'Milagros Rojas', phone: '987654321' }
  accounts.set('away', await order(away, { 'Lomo saltado': 1, 'Inca Kola 500 ml': 1 }))
  const home = {
    type: 'DELIVERY',
    client_name: 'Carlos Huamán',
    phone: '998877665',
    direccion: 'Calle Berlín 420',
  }
  accounts.set('home', await order(home, { 'Ají de gallina': 2, 'Chicha morada': 2 }))
  return accounts
}

/** As if the guests had come over the last hour. */
function letTimePass(accounts: Map<string, number>) {
  const minutes = new Map<string, number>(tables.map(([name, , ago]) => [name, ago]))
  const at = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString().replace('Z', '000+00:00')
  const statements = [...accounts].map(([name, id]) => {
    const ago = minutes.get(name) ?? 15
    // The kitchen has had the dishes for a few minutes only.
    const sent = at(ago % 13)
    return `UPDATE client_requests SET opened_at = '${at(ago)}' WHERE id = ${id};
      UPDATE commands SET created_at = '${sent}' WHERE client_request_id = ${id};
      UPDATE order_lines SET sent_at = '${sent}' WHERE client_request_id = ${id};`
  })
  execFileSync('sqlite3', [`${process.env.COMANDA_FILES}/companies/demo.sqlite`, statements.join('\n')])
}

test('the map, an order, a payment and the kitchen', async ({ browser }, info) => {
  test.skip(phoneSize(info), 'the README shows a desk')
  const take = (page: Page, name: string) =>
    page.screenshot({ path: `${folder}/${name}-desktop.png`, animations: 'disabled' })
  const accounts = await fillHouse(await callerOf('mozo'))
  letTimePass(accounts)
  const closeTill = await withCash(await callerOf('cajero'))

  const waiter = await newPage(browser, info, 'mozo', { path: '/pos' })
  await expect(waiter.getByText(/237\.00/).first()).toBeVisible()
  await take(waiter, 'pos')
  await waiter.goto(`/order/${accounts.get('5')}`)
  await expect(tile(waiter, 'Causa limeña de pollo')).toBeVisible()
  await tile(waiter, 'Causa limeña de pollo').click()
  await tile(waiter, 'Papa a la huancaína').click()
  await tile(waiter, 'Papa a la huancaína').click()
  await take(waiter, 'order')

  const cashier = await newPage(browser, info, 'cajero', { path: `/payment/${accounts.get('12')}` })
  await expect(cashier.getByRole('button', { name: /^Cobrar/ }).first()).toBeVisible()
  await cashier.getByRole('button', { name: /^200/ }).first().click()
  await take(cashier, 'payment')

  const cook = await newPage(browser, info, 'cocina')
  await expect(cook.getByRole('article').first()).toBeVisible()
  await take(cook, 'kitchen')
  await closeTill()
})
