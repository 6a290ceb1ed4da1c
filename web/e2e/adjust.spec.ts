import type { APIRequestContext, Page } from '@playwright/test'
import { expect, newPage, password, test } from './support/test'

test.use({ restaurant: 'adjust' })
test.setTimeout(150_000)

/** A table eats for 165.00; a dish is a courtesy, the rest a tenth less, there is a tip, and paying comes to it. */
test('a courtesy with a PIN, a discount without, a tip, on paper and at the till', async ({
  browser,
  request,
  expectAccessible,
}, info) => {
  const phone = info.project.name === 'phone'
  const rosa = await api(request, 'mozo')
  const id = await serve(rosa, phone ? '15' : '14')

  const waiter = await newPage(browser, info, 'mozo')
  await openAccount(waiter, id, phone)
  await choose(waiter, 'Descuento / cortesía')
  await waiter.getByRole('radio', { name: /^Cortesía/ }).click()
  await waiter.getByRole('radio', { name: 'Elegir platos' }).click()
  await panel(waiter)
    .getByRole('button', { name: /^2 Lomo saltado/ })
    .click()
  await waiter.getByRole('button', { name: 'Demora' }).click()
  await expectAccessible(waiter)
  await waiter.getByRole('button', { name: 'Pedir PIN y dar cortesía S/ 76.00' }).click()
  const pin = waiter.getByRole('dialog', { name: 'PIN para dar cortesía' })
  await expect(pin.getByLabel('¿De quién?')).toContainText('Jorge Benavides')
  await typePin(waiter, '0000')
  await expect(pin.getByRole('alert')).toContainText('Quedan 4 intentos')
  await expectAccessible(waiter)
  await pin.getByLabel('¿De quién?').selectOption({ label: 'Jorge Benavides' })
  await typePin(waiter, '5678')
  await expect(pin).toBeHidden()
  if (phone) await openSheet(waiter)
  const rows = waiter.getByRole('region', { name: 'Descuentos y cargos' })
  await expect(rows).toContainText('Cortesía: Demora')
  await expect(waiter.getByText('S/ 89.00').first()).toBeVisible()

  const cashier = await newPage(browser, info, 'cajero')
  await openAccount(cashier, id, phone)
  await choose(cashier, 'Descuento / cortesía')
  await cashier.getByRole('radio', { name: 'Elegir platos' }).click()
  await panel(cashier)
    .getByRole('button', { name: /^1 Combo criollo/ })
    .click()
  // A digit that leads to more than there is changes nothing.
  await cashier.getByRole('radio', { name: 'Monto', exact: true }).click()
  for (const key of '99') await cashier.getByRole('button', { name: key, exact: true }).click()
  await expect(cashier.getByRole('alert')).toContainText('No puede pasar de S/ 89.00')
  await cashier.getByRole('radio', { name: 'Porcentaje', exact: true }).click()
  await cashier.getByRole('button', { name: '10 %', exact: true }).click()
  // With the courtesy it is more than a tenth of the account: even the cashier is asked.
  await expect(cashier.getByRole('button', { name: 'Pedir PIN y descontar S/ 8.90' })).toBeVisible()
  await cashier.getByRole('button', { name: 'Cerrar sin agregar' }).click()
  const question = cashier.getByRole('dialog', { name: 'Hay cambios sin guardar' })
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()

  // Without it a tenth is the cashier's own to give.
  if (phone) await openSheet(cashier)
  await cashier.getByRole('switch', { name: 'Cortesía: Demora activo' }).click({ force: true })
  await expect(cashier.getByText('S/ 165.00').first()).toBeVisible()
  await choose(cashier, 'Descuento / cortesía')
  await cashier.getByRole('radio', { name: 'Porcentaje', exact: true }).click()
  await cashier.getByRole('button', { name: '10 %', exact: true }).click()
  await cashier.getByRole('button', { name: 'Descontar S/ 16.50' }).click()
  if (phone) await openSheet(cashier)
  await expect(cashier.getByText('S/ 148.50').first()).toBeVisible()
  const off = cashier.getByRole('switch', { name: 'Descuento 10% activo' })
  await off.click({ force: true })
  await expect(cashier.getByText('S/ 165.00').first()).toBeVisible()
  await off.click({ force: true })
  await expect(cashier.getByText('S/ 148.50').first()).toBeVisible()
  await choose(cashier, 'Cargo o propina')
  await cashier.getByRole('radio', { name: 'Monto', exact: true }).click()
  await cashier.getByRole('button', { name: '5', exact: true }).first().click()
  await expectAccessible(cashier)
  await cashier.getByRole('button', { name: 'Agregar propina S/ 5.00' }).click()
  if (phone) await openSheet(cashier)
  await expect(cashier.getByText('S/ 153.50').first()).toBeVisible()
  await expectAccessible(cashier)
  // The waiter's screen shows it by itself.
  await expect(waiter.getByText('S/ 153.50').first()).toBeVisible()

  const printed = cashier.waitForResponse(/pre-order-print/)
  await cashier.getByRole('button', { name: /^Precuenta/ }).click()
  expect((await printed).ok()).toBe(true)
  await thePaperNamesThem(browser, info)

  await pay(browser, info, request, id)
})

interface Api {
  get: (path: string) => Promise<Json>
  post: (path: string, data: unknown) => Promise<Json>
}
// biome-ignore lint/suspicious/noExplicitAny: what the server answers, looked at loosely
type Json = any

/** Speaks to the server as a screen of this person would. */
async function api(request: APIRequestContext, username: string): Promise<Api> {
  const session = await (await request.post('/api/login', { data: { username, password } })).json()
  const headers = { Authorization: `Bearer ${session.response.token}` }
  return {
    get: async (path) => (await request.get(path, { headers })).json(),
    post: async (path, data) => (await request.post(path, { headers, data })).json(),
  }
}

/** Two lomos and a combo at a table: 76.00 and 89.00. */
async function serve(rosa: Api, table: string): Promise<number> {
  const tables = (await rosa.get('/api/tables')).rows
  const { products } = (await rosa.get('/api/catalog/sale')).response
  const one = (rows: Json[], name: string) => rows.find((each) => each.name === name)
  const id = (rows: Json[], name: string) => one(rows, name).id
  const opened = await rosa.post('/api/client-requests', {
    type: 'TABLE',
    table_id: id(tables, table),
    persons: 2,
  })
  await rosa.post('/api/orders', {
    client_request: opened.response.id,
    products: [
      {
        product: { id: id(products, 'Lomo saltado') },
        qty: 2,
        variant_id: one(products, 'Lomo saltado').variants[0].id,
      },
      { product: { id: id(products, 'Combo criollo para dos') }, qty: 1 },
    ],
  })
  return opened.response.id
}

async function openAccount(page: Page, id: number, phone: boolean) {
  await page.goto(`/order/${id}`)
  await expect(page.getByText('Lomo saltado').first()).toBeVisible()
  if (phone) await openSheet(page)
}

async function openSheet(page: Page) {
  const menu = page.getByRole('button', { name: 'Más opciones de la cuenta' })
  if (await menu.isVisible()) return
  await page.getByRole('button', { name: /^S\/\s/ }).click()
  await expect(menu).toBeVisible()
}

async function choose(page: Page, entry: string) {
  await page.getByRole('button', { name: 'Más opciones de la cuenta' }).click()
  await page.getByRole('button', { name: entry }).click()
}

/** Where a discount is put together, beside the account on a desktop. */
const panel = (page: Page) => page.getByRole('region', { name: 'Descuento o cortesía' })

async function typePin(page: Page, pin: string) {
  const dialog = page.getByRole('dialog', { name: /^PIN para/ })
  for (const key of pin) await dialog.getByRole('button', { name: key, exact: true }).click()
  await dialog.getByRole('button', { name: /^Autorizar/ }).click()
}

async function thePaperNamesThem(
  browser: Parameters<typeof newPage>[0],
  info: Parameters<typeof newPage>[1],
) {
  const admin = await newPage(browser, info, 'admin')
  const answer = admin.waitForResponse((response) => new URL(response.url()).pathname === '/api/printers')
  await admin.goto('/printers')
  const { rows } = (await (await answer).json()) as { rows: { id: number; name: string }[] }
  await admin.goto(`/printers/${rows.find((row) => row.name === 'Caja')?.id}/paper`)
  const paper = admin.getByRole('article', { name: 'Precuenta' }).first()
  await expect(paper).toContainText('Descuento 10%')
  await expect(paper).toContainText('-16.50')
  await expect(paper).toContainText('Propina')
  await expect(paper).toContainText('153.50')
  await expect(paper).not.toContainText('Cortesía')
  await admin.context().close()
}

async function pay(
  browser: Parameters<typeof newPage>[0],
  info: Parameters<typeof newPage>[1],
  request: APIRequestContext,
  id: number,
) {
  const jorge = await api(request, 'supervisor')
  const boxes = (await jorge.get('/api/cashboxes')).rows
  const turns = (await jorge.get('/api/turns')).rows
  // At the second size it is open already.
  await jorge.post('/api/cashbox-cycles', {
    cashbox_id: boxes.find((each: Json) => each.name === 'Barra').id,
    turn_id: turns[0].id,
    open_amount: '50.00',
    status: 'OPEN',
  })
  const till = await newPage(browser, info, 'supervisor', { path: `/payment/${id}` })
  await expect(till.getByText('Descuento 10%')).toBeVisible()
  await till.getByRole('button', { name: 'Cargo o propina' }).click()
  await expect(till.getByRole('radio', { name: /^Propina/ })).toBeVisible()
  const dialog = till.getByRole('dialog', { name: 'Cargo o propina' })
  await dialog.getByRole('button', { name: '7', exact: true }).click()
  await expect(till.getByRole('button', { name: 'Agregar propina S/ 11.55' })).toBeVisible()
  await till.getByRole('button', { name: 'Cerrar sin agregar' }).click()
  await till.getByRole('button', { name: 'Salir sin guardar' }).click()
  await till.getByRole('button', { name: 'Exacto', exact: true }).first().click()
  await till.getByRole('button', { name: 'Cobrar S/ 153.50' }).click()
  await expect(till.getByText(/^B001-\d{8} cobrada$/)).toBeVisible()
}
