import type { Page, TestInfo } from '@playwright/test'
import { phoneSize } from './support/account'
import { supervisorAtTheTill, takeAway } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'refund' })
test.setTimeout(90_000)

const till = supervisorAtTheTill()

interface Cycle {
  id: number
}
interface Document {
  full_number: string
  voided_at?: string | null
  void_reason: string | null
}
const expectedCash = async () => {
  const cycle = await till.get<Cycle>('/cashbox-opened-cycle')
  const detail = await till.get<{ cash: { expected: string } }>(`/cashbox-cycles-detail/${cycle.id}`)
  return Number(detail.cash.expected)
}
const documentsOf = (id: number) => till.get<Document[]>(`/billings?client_request_id=${id}`)
const shot = (page: Page, info: TestInfo, name: string) =>
  process.env.LOOK
    ? page.screenshot({ path: `${process.env.LOOK}/${name}-${info.project.name}.png` })
    : undefined

async function typePin(page: Page) {
  const pin = page.getByRole('dialog', { name: 'Anular y devolver' })
  await expect(pin).toBeVisible()
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
}

async function collect(page: Page, id: number) {
  await page.goto(`/payment/${id}`)
  await page.getByRole('button', { name: 'Exacto', exact: true }).click()
  await page.getByRole('button', { name: /^Cobrar S\// }).click()
  await expect(page.getByText(/cobrada$/)).toBeVisible()
}

test('a boleta is voided, the account is open again and becomes another document', async ({
  browser,
  expectAccessible,
}, info) => {
  const before = await expectedCash()
  const id = await takeAway(till, { 'Cau cau': 1 })
  const page = await newPage(browser, info, 'supervisor')
  await collect(page, id)
  const [boleta] = await documentsOf(id)
  await page.getByRole('button', { name: `Anular o devolver ${boleta?.full_number}` }).click()
  const dialog = page.getByRole('dialog', { name: `Anular ${boleta?.full_number}` })
  await dialog.getByRole('radio', { name: /Volver a cobrar/ }).click()
  await dialog.getByRole('button', { name: 'Cliente equivocado' }).click()
  await expect(dialog.getByText('Efectivo S/ 28.00')).toBeVisible()
  await expect(dialog.getByText(`${boleta?.full_number} queda anulada`)).toBeVisible()
  await expectAccessible(page)
  await shot(page, info, 'reopen')
  await dialog.getByRole('button', { name: /Anular y devolver S\/\s28.00/ }).click()
  await typePin(page)

  // The account is there to be collected again.
  await page.getByRole('radio', { name: /Nota de venta/ }).click()
  await page.getByRole('button', { name: 'Exacto', exact: true }).click()
  await page.getByRole('button', { name: 'Cobrar S/ 28.00' }).click()
  await expect(page.getByText(/^NV01-\d{8} cobrada$/)).toBeVisible()
  const documents = await documentsOf(id)
  expect(documents.map((each) => Boolean(each.voided_at))).toEqual([false, true])
  expect(documents[1]?.void_reason).toBe('Cliente equivocado')
  expect(await expectedCash()).toBe(before + 28)
})

test('one dish goes back from the list of documents, then the rest; report and drawer know it', async ({
  browser,
  expectAccessible,
}, info) => {
  const before = await expectedCash()
  const id = await takeAway(till, { 'Cau cau': 2, 'Inca Kola 500 ml': 1 })
  const page = await newPage(browser, info, 'supervisor')
  await collect(page, id)
  const [boleta] = await documentsOf(id)
  await page.goto('/pos-options?tab=documents')
  const row = page.getByRole('listitem').filter({ hasText: boleta?.full_number })
  await expect(row).toBeVisible()
  await expectAccessible(page)
  await shot(page, info, 'documents')
  await row.getByRole('button', { name: /^Anular o devolver/ }).click()
  const dialog = page.getByRole('dialog', { name: `Anular ${boleta?.full_number}` })
  await dialog.getByRole('radio', { name: /Devolver el dinero/ }).click()
  await dialog.getByRole('group', { name: 'Cau cau' }).getByRole('button').first().click()
  await dialog.getByRole('group', { name: 'Inca Kola 500 ml' }).getByRole('button').first().click()
  await dialog.getByRole('radio', { name: /^Se preparó/ }).click()
  await dialog.getByRole('button', { name: 'Plato devuelto' }).click()
  await expect(dialog.getByText('Efectivo S/ 28.00')).toBeVisible()
  await expect(dialog.getByText(/sigue en pie: una nota de crédito le quita S\/\s28.00/)).toBeVisible()
  await expectAccessible(page)
  await shot(page, info, 'part')
  await dialog.getByRole('button', { name: /Anular y devolver S\/\s28.00/ }).click()
  await typePin(page)
  await expect(row.getByText(/Nota de crédito BC01-\d{8} por S\/\s28.00, .*Plato devuelto/)).toBeVisible()
  expect(await expectedCash()).toBe(before + 35)

  // The document is the same, with less on it.
  await row.getByRole('button', { name: /^Anular o devolver/ }).click()
  const second = page.getByRole('dialog', { name: `Anular ${boleta?.full_number}` })
  await second.getByRole('radio', { name: /Devolver el dinero/ }).click()
  await second.getByRole('radio', { name: /^No se preparó/ }).click()
  await second.getByLabel('Otro motivo').fill('Cambió de idea')
  await second.getByRole('button', { name: /Anular y devolver S\/\s35.00/ }).click()
  await typePin(page)
  await expect(row.getByText(/Nota de crédito BC01-\d{8} por S\/\s35.00, .*Cambió de idea/)).toBeVisible()
  expect(await expectedCash()).toBe(before)

  await page.goto('/pos-options?tab=report')
  const refunds = page.getByRole('region', { name: 'Devoluciones' })
  await expect(refunds.getByText(/Plato devuelto/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Por medio de pago' })).toContainText('Efectivo')
  await expectAccessible(page)
  await shot(page, info, 'report')
  await page.getByRole('button', { name: 'Imprimir' }).click()
  await expect(page.getByText(/Reporte enviado a la impresora|Tu caja no tiene impresora/)).toBeVisible()
  const cycle = await till.get<Cycle>('/cashbox-opened-cycle')
  await page.goto(`/cashbox-cycles/${cycle.id}/detail`)
  await expect(page.getByRole('region', { name: 'Devoluciones' })).toContainText('Cambió de idea')
  await shot(page, info, phoneSize(info) ? 'cycle-phone' : 'cycle')
})

test('a tip that came after the first payment: what cannot be given back says so, and one dish goes with its part of it', async ({
  browser,
  expectAccessible,
}, info) => {
  const before = await expectedCash()
  const id = await takeAway(till, { 'Cau cau': 2, 'Inca Kola 500 ml': 1 })
  const { lines } = await till.get<{ lines: { id: number; name: string }[] }>(`/client-requests/${id}`)
  const dish = lines.find((line) => line.name === 'Cau cau')
  const kind = { client_request_id: id, billing_type_id: 1 }
  await till.post('/payments', {
    ...kind,
    payment_options: { Efectivo: '56' },
    products: [{ id: dish?.id, qty: 2 }],
  })
  await till.post('/billing-adjustment', {
    client_request_id: id,
    charges: [{ additionalChargeTypeId: 1, percentage: '10' }],
  })
  await till.post('/payments', { ...kind, payment_options: { Efectivo: '13.30' } })
  const boleta = (await documentsOf(id)).at(-1)
  const page = await newPage(browser, info, 'supervisor', { path: '/pos-options?tab=documents' })
  const row = page.getByRole('listitem').filter({ hasText: boleta?.full_number })
  await row.getByRole('button', { name: /^Anular o devolver/ }).click()
  const dialog = page.getByRole('dialog', { name: `Anular ${boleta?.full_number}` })
  await dialog.getByRole('radio', { name: /Devolver el dinero/ }).click()
  await dialog.getByRole('radio', { name: /^Se preparó/ }).click()
  await dialog.getByRole('button', { name: 'Plato devuelto' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Elige menos platos')
  await expect(dialog.getByRole('button', { name: /Anular y devolver/ })).toBeDisabled()
  await expectAccessible(page)
  await shot(page, info, 'unbalanced')
  await dialog.getByRole('group', { name: 'Cau cau' }).getByRole('button').first().click()
  await expect(dialog.getByText('Efectivo S/ 30.80')).toBeVisible()
  await expect(dialog.getByText(/una nota de crédito le quita S\/\s28.00/)).toBeVisible()
  await shot(page, info, 'tip')
  await dialog.getByRole('button', { name: /Anular y devolver S\/\s30.80/ }).click()
  await typePin(page)
  await expect(row.getByText(/Nota de crédito BC01-\d{8} por S\/\s28.00/)).toBeVisible()
  expect(await expectedCash()).toBe(before + 38.5)
})

test('money of an account that is open goes back with the PIN of one person, and no sentence calls it closed', async ({
  browser,
}, info) => {
  const id = await takeAway(till, { 'Cau cau': 1 })
  for (const amount of ['10.00', '8.00']) {
    await till.post('/payments', {
      client_request_id: id,
      payment_options: { Efectivo: amount },
      billing_type_id: 1,
      amount,
    })
  }
  const [boleta] = await documentsOf(id)
  const page = await newPage(browser, info, 'supervisor')
  await page.goto(`/payment/${id}`)
  await page.getByRole('button', { name: `Anular o devolver ${boleta?.full_number}` }).click()
  const dialog = page.getByRole('dialog', { name: `Anular ${boleta?.full_number}` })
  const back = dialog.getByRole('radio', { name: /Devolver el dinero/ })
  await expect(back).toContainText('vuelve su dinero y nadie más tiene que pagar esa parte')
  await expect(dialog).not.toContainText('cerrada')
  await back.click()
  await dialog.getByRole('button', { name: 'Se fueron sin esperar' }).click()
  await dialog.getByRole('button', { name: /^Anular y devolver S/ }).click()
  const pin = page.getByRole('dialog', { name: 'Anular y devolver' })
  await pin.getByLabel('¿De quién?').selectOption({ label: 'Jorge Benavides' })
  await shot(page, info, 'refund-whose')
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/refund') && request.method() === 'POST',
  )
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON().approver_id).toBeGreaterThan(0)
  await page.context().close()
})
