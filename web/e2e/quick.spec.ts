import { phoneSize, takeaway, tile } from './support/account'
import { callerOf, takeAway, withCash } from './support/api'
import { complaints } from './support/layout'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'quick' })
test.setTimeout(90_000)

test('where nobody asks how many they are, a table, three dishes and sending are five taps', async ({
  browser,
}, info) => {
  const office = await callerOf('admin')
  await office.put('/global-settings', { ask_persons: false })
  const page = await newPage(browser, info, 'mozo')
  await expect(page.getByRole('button', { name: /^Mesa 11/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: /^Mesa 11/ }).click()
  for (const dish of ['Causa limeña', 'Papa a la huancaína', 'Sopa criolla']) await tile(page, dish).click()
  await page.getByRole('button', { name: /^Enviar:? 3 Cocina/ }).click()
  await expect(page.getByText(/^Comanda \d{4} enviada$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /Mesa 11/ })).toBeVisible()
  await office.put('/global-settings', { ask_persons: true })
})

test('Enter goes on, and does not take back what was just chosen', async ({ browser }, info) => {
  const office = await callerOf('supervisor')
  const close = await withCash(office)
  const id = await takeAway(office, { 'Cau cau': 2 })
  const page = await newPage(browser, info, 'cajero', { path: `/payment/${id}` })
  await page.getByRole('button', { name: 'Descuento / cortesía' }).click()
  await page.getByRole('radio', { name: /^Cortesía/ }).click()
  const reason = page.getByRole('button', { name: 'Demora' })
  await reason.click()
  await expect(reason).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'PIN para dar cortesía' })).toBeVisible()
  await expect(page.locator('[aria-pressed=true]', { hasText: 'Demora' })).toHaveCount(1)
  await close()
})

test('the keyboard stays with the choices, and comes back to the product', async ({ browser }, info) => {
  test.skip(phoneSize(info), 'a phone has no keyboard')
  const id = await takeaway('Noa')
  const page = await newPage(browser, info, 'mozo', { path: `/order/${id}` })
  await page.getByRole('button', { name: 'Fondos' }).click()
  const lomo = tile(page, 'Lomo saltado')
  await lomo.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Opciones de Lomo saltado' })
  await expect(panel).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(lomo).toBeFocused()
})

test('opening a cash box fits the smallest till', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'cajero', { path: '/cashbox-cycles' })
  await page.getByRole('button', { name: 'Abrir caja' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Abrir caja' })
  await dialog.getByLabel('Monto de apertura').fill('150')
  const open = dialog.getByRole('button', { name: 'Abrir caja con S/ 150.00' })
  await expect(open).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('heading', { name: 'Abrir caja' })).toBeInViewport({ ratio: 1 })
  expect(await complaints(page)).toEqual([])
})

test('without a connection nothing is moved', async ({ browser }, info) => {
  const office = await callerOf('supervisor')
  const [from, to] = phoneSize(info) ? ['12', '13'] : ['3', '4']
  const tables = await office.get<{ salons: { tables: { id: number; name: string }[] }[] }>('/floor')
  const table = tables.salons.flatMap((each) => each.tables).find((each) => each.name === from)
  await office.put(`/tables/${table?.id}/open`, { persons: 2 })
  const page = await newPage(browser, info, 'supervisor', { path: '/pos-options?tab=move-table' })
  await page.getByRole('button', { name: new RegExp(`^Mesa ${from}\\b`) }).click()
  await page.getByRole('button', { name: new RegExp(`^Mesa ${to}\\b`) }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^Mover .*${from}.*${to}`) })).toBeEnabled()
  await page.context().setOffline(true)
  await expect(page.getByRole('button', { name: 'Sin conexión: espera para mover' })).toBeDisabled()
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: new RegExp(`^Mover .*${from}.*${to}`) })).toBeEnabled()
})
