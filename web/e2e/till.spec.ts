import { callerOf, closeCash, takeAway, withCash } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'till' })

/** 3 × Cau cau 28.00, Inca Kola 7.00: 91.00; a tenth less, and a tip. */
async function adjusted() {
  const office = await callerOf('supervisor')
  const id = await takeAway(office, { 'Cau cau': 3, 'Inca Kola 500 ml': 1 })
  const types = await office.get<{ id: number; code: string }[]>('/additional-charge-types')
  await office.post('/billing-adjustment', {
    client_request_id: id,
    discounts: [{ discountMethod: 'PERCENTAGE', percentage: '10' }],
    charges: [{ additionalChargeTypeId: types.find((each) => each.code === 'TIP')?.id, amount: '5' }],
  })
  return { office, id }
}

const centimos = (text: string) => Math.round(Number(text.replace('−', '-').replace(/[^\d.-]/g, '')) * 100)

test('what is read adds up, on the account and at the till', async ({ browser }, info) => {
  const { office, id } = await adjusted()
  const close = await withCash(office)
  const page = await newPage(browser, info, 'supervisor', { path: `/payment/${id}` })
  const account = page.getByRole('region', { name: 'Cuenta', exact: true })
  const terms = account.getByRole('term')
  await expect(terms).toHaveText(['Subtotal', /Descuento/, /Propina/, 'Total', 'IGV incluido'])
  const [subtotal = 0, discount = 0, tip = 0, total = 0] = (
    await account.getByRole('definition').allTextContents()
  ).map(centimos)
  const lines = account.getByRole('region', { name: 'Líneas de la cuenta' })
  await expect(lines.getByText('84.00')).toBeVisible()
  await expect(lines.getByText('7.00', { exact: true })).toBeVisible()
  expect([subtotal, subtotal + discount + tip]).toEqual([9100, total])
  await expect(page.getByRole('button', { name: 'Cobrar S/ 86.90' })).toBeVisible()

  // Half of it is paid: what was paid comes off, and what is left is due.
  await page.getByText('Partes', { exact: true }).click()
  await page.getByRole('button', { name: 'Exacto', exact: true }).click()
  await page.getByRole('button', { name: 'Cobrar S/ 43.45' }).click()
  await expect(terms).toContainText(['Total', 'Ya pagado', 'Por cobrar'])
  await expect(account.getByRole('definition')).toContainText(['S/ 86.90', '−43.45', 'S/ 43.45'])
  const made = page.getByRole('heading', { name: /^Ya cobrado/ })
  expect((await made.boundingBox())?.height).toBeLessThan(30)

  await page.goto(`/order/${id}`)
  if (info.project.name === 'phone') await page.getByRole('button', { name: /^S\/\s/ }).click()
  const foot = page.locator('footer')
  await expect(foot).toContainText(/Subtotal.*91\.00.*−9\.10.*5\.00.*Ya pagado.*−43\.45.*Por cobrar.*43\.45/)
  await close()
})

test('notes add up, a long press clears, and what the kitchen does not know yet is named', async ({
  browser,
  expectAccessible,
}, info) => {
  const office = await callerOf('supervisor')
  const close = await withCash(office)
  const id = await takeAway(office, { 'Cau cau': 10 })
  const { products } = await office.get<{ products: { id: number; name: string }[] }>('/catalog/sale')
  const drink = products.find((each) => each.name === 'Inca Kola 500 ml')
  await office.post('/orders', {
    client_request: id,
    send: false,
    products: [{ product: { id: drink?.id }, qty: '2' }],
  })
  const page = await newPage(browser, info, 'supervisor', { path: `/payment/${id}` })
  const key = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(page.getByText('Al cobrar se envía a cocina: 2 Inca Kola 500 ml')).toBeVisible()

  // Nothing chosen yet: what is due is what is read.
  await page.getByText('Líneas', { exact: true }).click()
  const pay = page.getByRole('region', { name: 'Pago', exact: true })
  await expect(pay.getByText('294.00').first()).toBeVisible()
  await expect(page.getByText('Elige qué se paga')).toBeVisible()
  await page.getByRole('button', { name: /^Cau cau/ }).click()
  await expect(page.getByText('Sin enviar; sale con el último cobro: 2 Inca Kola 500 ml')).toBeVisible()
  await page.getByText('Todo', { exact: true }).click()

  await key('200').click()
  await key('200').click()
  await expect(pay.getByRole('button', { name: 'Efectivo 200 + 200 S/ 400.00' })).toBeVisible()
  await expect(pay.getByRole('status')).toContainText('S/ 106.00')
  await expectAccessible(page)
  // On a phone the digits come when an amount is to be typed.
  const entry = pay.getByRole('button', { name: /^Efectivo .*S\/\s/ })
  if (info.project.name === 'phone') await entry.click()
  await key('Borrar').click()
  await expect(entry).toHaveText('EfectivoS/ 0.00')
  for (const digit of '394') await key(digit).click()
  await expect(entry).toHaveText('EfectivoS/ 394.00')
  await key('Borrar').click({ delay: 700 })
  await expect(entry).toHaveText('EfectivoS/ 0.00')
  await key('Exacto').click()
  await page.getByRole('button', { name: 'Cobrar S/ 294.00' }).click()
  await expect(page.getByText(/^B001-\d{8} cobrada$/)).toBeVisible()
  await close()
})

test('who has no open box opens it where the money is, and goes on', async ({ browser }, info) => {
  const office = await callerOf('supervisor')
  const id = await takeAway(office, { 'Cau cau': 1 })
  const page = await newPage(browser, info, 'cajero', { path: `/payment/${id}` })
  await expect(page.getByRole('heading', { name: 'Tu caja está cerrada' })).toBeVisible()
  await page.getByRole('button', { name: 'Abrir caja', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Abrir caja' })
  await dialog.getByLabel('Monto de apertura').fill('100')
  await dialog.getByRole('button', { name: /^Abrir caja con S\/\s100.00/ }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Exacto', exact: true }).click()
  await page.getByRole('button', { name: 'Cobrar S/ 28.00' }).click()
  await expect(page.getByText(/^B001-\d{8} cobrada$/)).toBeVisible()
  const cashier = await callerOf('cajero')
  await closeCash(cashier)
})
