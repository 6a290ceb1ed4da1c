import { phoneSize, tile } from './support/account'
import { callerOf, takeAway, withCash } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'till-tools' })
test.setTimeout(90_000)

test('a delivery is offered only what is delivered', async ({ browser, expectAccessible }, info) => {
  const waiter = await callerOf('mozo')
  const delivery = { type: 'DELIVERY', client_name: 'Ana', phone: '999888777', direccion: 'Calle Berlín 420' }
  const { id } = await waiter.post('/client-requests', delivery)
  const page = await newPage(browser, info, 'mozo', { path: `/order/${id}` })
  const categories = page.getByRole('navigation', { name: 'Categorías' })
  await expect(categories.getByRole('button', { name: 'Fondos' })).toBeVisible()
  await expect(categories.getByRole('button', { name: 'Cocteles' })).toHaveCount(0)
  await page.keyboard.type('pisco sour')
  await expect(page.getByText('Pisco sour no se vende por delivery.')).toBeVisible()
  await expectAccessible(page)
  // A take-away of the same house has it.
  const { id: bag } = await waiter.post('/client-requests', { type: 'ORDER', client_name: 'Ana' })
  await page.goto(`/order/${bag}`)
  await expect(categories.getByRole('button', { name: 'Cocteles' })).toBeVisible()
  await page.keyboard.type('pisco sour')
  await expect(tile(page, 'Pisco sour')).toBeVisible()
})

test('a dish and a topping are marked as sold out, and are there again', async ({
  browser,
  expectAccessible,
}, info) => {
  const [dish, topping] = phoneSize(info) ? ['Sopa criolla', 'Palta'] : ['Cau cau', 'Chimichurri']
  const page = await newPage(browser, info, 'cocina')
  await page.getByRole('link', { name: 'Agotados hoy' }).click()
  for (const name of [dish, topping]) {
    const soldOut = page.getByRole('switch', { name }).first()
    await soldOut.click({ force: true })
    await expect(soldOut).toBeChecked()
  }
  const out = page.getByRole('region', { name: '2 agotados hoy' })
  await expect(out.getByRole('switch')).toHaveCount(2)
  await expectAccessible(page)
  const waiter = await callerOf('mozo')
  const marked = async () => {
    const { products, toppings } = await waiter.get('/catalog/sale')
    const isOut = (each: { sold_out: boolean }) => each.sold_out
    return [...products.filter(isOut), ...toppings.filter(isOut)].map((each) => each.name)
  }
  expect((await marked()).filter((name) => name === dish || name === topping)).toHaveLength(2)
  await page.getByLabel('Buscar plato o adicional').fill(topping)
  await page.getByRole('switch', { name: topping }).uncheck({ force: true })
  await expect.poll(marked).not.toContain(topping)
  await page.getByLabel('Buscar plato o adicional').fill('')
  await page.getByRole('switch', { name: dish }).uncheck({ force: true })
  await expect.poll(marked).not.toContain(dish)
})

test('a waiter reads who hands an account over', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'mozo', {
    path: `/order/${await takeAway(await callerOf('mozo'), { 'Cau cau': 1 }, 'Elsa')}`,
  })
  if (phoneSize(info)) await page.getByRole('button', { name: /^S\/\s/ }).click()
  await page.getByRole('button', { name: 'Más opciones de la cuenta' }).click()
  const entry = page.getByRole('button', { name: 'Pasar a otro mozo' })
  await expect(entry).toBeDisabled()
  await expect(entry).toContainText('la caja o un supervisor')
})

test('an account is handed over to another waiter', async ({ browser, expectAccessible }, info) => {
  const waiter = await callerOf('mozo')
  const id = await takeAway(waiter, { 'Cau cau': 1 }, 'Sonia')
  const page = await newPage(browser, info, 'cajero', { path: `/order/${id}` })
  if (phoneSize(info)) await page.getByRole('button', { name: /^S\/\s/ }).click()
  await page.getByRole('button', { name: 'Más opciones de la cuenta' }).click()
  await page.getByRole('button', { name: 'Pasar a otro mozo' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Quién atiende la cuenta?' })
  await expect(dialog.getByRole('button', { name: /Rosa Quispe/ })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /Diego/ }).click()
  await expect(dialog).toBeHidden()
  const account = await waiter.get(`/client-requests/${id}`)
  expect(account.user.name).toContain('Diego')
})

test('the drawer is opened with a reason that the action log keeps', async ({
  browser,
  expectAccessible,
}, info) => {
  const cashier = await callerOf('cajero')
  const close = await withCash(cashier)
  const page = await newPage(browser, info, 'cajero', { path: '/pos-options?tab=drawer' })
  const go = page.getByRole('main').getByRole('button', { name: 'Abrir cajón' })
  await expect(go).toBeDisabled()
  const reason = `Cambio para ${info.project.name}`
  await page.getByLabel('Otro motivo').fill(reason)
  await expectAccessible(page)
  await go.click()
  await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible()
  const office = await callerOf('supervisor')
  const log = await office.get('/pos-options/action-logs?action_type=DRAWER_OPENED')
  expect(log[0].reason).toBe(reason)
  await close()
})

test('movements start as entries, are summed, and may be of an earlier hour', async ({ browser }, info) => {
  const office = await callerOf('supervisor')
  const close = await withCash(office)
  const cycle = await office.get('/cashbox-opened-cycle')
  const page = await newPage(browser, info, 'supervisor', { path: `/cashbox-cycles/${cycle.id}/detail` })
  await page.getByRole('button', { name: 'Registrar movimiento' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: 'Ingreso' })).toBeChecked()
  await dialog.getByLabel('Monto').fill('12.50')
  await dialog.getByLabel('Motivo').fill('Sencillo del banco')
  await dialog.getByLabel('Hora (opcional)').fill('8h')
  await dialog.getByRole('button', { name: 'Registrar ingreso de S/ 12.50' }).click()
  await expect(dialog.getByText('Escribe la hora como 14:30')).toBeVisible()
  await dialog.getByLabel('Hora (opcional)').fill('')
  await dialog.getByRole('button', { name: 'Registrar ingreso de S/ 12.50' }).click()
  await expect(dialog).toBeHidden()
  const sums = page.getByRole('region', { name: 'Movimientos' }).locator('dl')
  await expect(sums).toContainText('+ 12.50')
  await expect(sums).toContainText('Operaciones')
  await close()
})
