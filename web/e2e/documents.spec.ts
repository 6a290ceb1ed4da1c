import type { Page } from '@playwright/test'
import { supervisorAtTheTill, takeAway } from './support/api'
import { wholeBrowser } from './support/browser'
import { expect, newPage, test } from './support/test'

// It opens PDFs.
test.use({ restaurant: 'documents', launchOptions: wholeBrowser })
test.setTimeout(180_000)

const till = supervisorAtTheTill()

interface Sold {
  billing: { id: number; full_number: string; serie: string; number: number }
}
interface Kept {
  transmission: { issued_on: string; mail_to: string }
}

test('a boleta is sold and mailed, read in the office, and looked up by who holds its paper', async ({
  browser,
  page,
  expectAccessible,
}, info) => {
  const account = await takeAway(till, { 'Cau cau': 1 })
  const desk = await newPage(browser, info, 'supervisor', { path: `/payment/${account}` })
  await desk.getByRole('textbox', { name: 'Enviar por correo' }).fill('ana@ejemplo.pe')
  await desk.getByRole('button', { name: 'Exacto', exact: true }).click()
  await desk.getByRole('button', { name: 'Cobrar S/ 28.00' }).click()
  await expect(desk.getByText(/^B001-\d{8} cobrada$/)).toBeVisible()
  await expect(desk.getByText('Se envió a ana@ejemplo.pe')).toBeVisible({ timeout: 20_000 })

  const [sold] = await till.get<Sold[]>(`/payments?client_request_id=${account}`)
  const { id, full_number, serie, number } = sold?.billing ?? { id: 0, full_number: '', serie: '', number: 0 }
  const { transmission } = await till.get<Kept>(`/billings/${id}`)
  expect(transmission.mail_to).toBe('ana@ejemplo.pe')

  await desk.goto('/documents')
  await desk.getByRole('button', { name: `Ver ${full_number}` }).click()
  const sheet = desk.getByRole('complementary', { name: `Comprobante ${full_number}` })
  await expect(sheet.getByText('Cau cau')).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /wa\.me.*%2Fc%2F/)
  const tab = desk.waitForEvent('popup')
  await sheet.getByRole('button', { name: 'PDF', exact: true }).click()
  await (await tab).close()
  const xml = desk.waitForEvent('download')
  await sheet.getByRole('button', { name: 'XML' }).click()
  expect((await xml).suggestedFilename()).toBe(`${full_number}.xml`)
  await expectAccessible(desk)

  await page.goto('/consulta')
  await page.getByRole('button', { name: 'Buscar comprobante' }).click()
  await expect(page.getByRole('alert')).toContainText('Escribe los cinco datos')
  // Pasted whole, as it stands on the paper.
  await page.getByLabel('Número').fill(full_number)
  await expect(page.getByLabel('Serie')).toHaveValue(serie)
  await expect(page.getByLabel('Número')).toHaveValue(String(number).padStart(8, '0'))
  await page.getByLabel('Fecha').fill(transmission.issued_on)
  await page.getByLabel('Total del comprobante').fill('veintiocho')
  await page.getByRole('button', { name: 'Buscar comprobante' }).click()
  await expect(page.getByLabel('Total del comprobante')).toHaveAccessibleDescription(/Solo el importe/)
  await expect(page.getByLabel('Total del comprobante')).toBeFocused()
  await page.getByLabel('Total del comprobante').fill('28.01')
  await page.getByRole('button', { name: 'Buscar comprobante' }).click()
  await expect(page.getByRole('alert')).toContainText('No encontramos')
  await expectAccessible(page)
  await page.getByLabel('Total del comprobante').fill('S/ 28,00')
  await page.getByRole('button', { name: 'Buscar comprobante' }).click()
  await expect(page.getByRole('heading', { name: full_number })).toBeVisible()
  const pdf = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Descargar PDF' }).click()
  expect((await pdf).suggestedFilename()).toBe(`${full_number}.pdf`)
  await expectAccessible(page)
  await page.goto('/c/unknown')
  await expect(page.getByRole('heading', { name: 'Este enlace no abre un comprobante' })).toBeVisible()
  await expect(page).toHaveTitle(/^Este enlace no abre un comprobante/)
})

interface Paid {
  billing: { id: number; full_number: string; total: string; client_request_id: number }
}

/** A factura of a Lomo saltado and a Cau cau, paid in cash. */
async function factura(): Promise<Paid['billing']> {
  const account = await takeAway(till, { 'Lomo saltado': 1, 'Cau cau': 1 })
  const [client] = await till.get<{ id: number }[]>('/clients?term=20604781231')
  const { total } = await till.get<{ total: string }>(`/payments-get-info/${account}`)
  const { billing } = await till.post<Paid>('/payments', {
    client_request_id: account,
    payment_options: { Efectivo: total },
    billing_type_id: 2,
    client_id: client?.id,
  })
  return billing
}

async function typePin(page: Page) {
  await expect(page.getByRole('dialog', { name: 'Anular o devolver', exact: true })).toBeVisible()
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
}

test('a factura is accepted and voided, a part of another is credited, and the note is looked up', async ({
  browser,
  page,
  expectAccessible,
}, info) => {
  const first = await factura()
  const second = await factura()
  const desk = await newPage(browser, info, 'supervisor')
  const sheet = (number: string) => desk.getByRole('complementary', { name: `Comprobante ${number}` })
  const open = async (number: string) => {
    await desk.goto(`/documents?q=${number}`)
    await desk.getByRole('button', { name: `Ver ${number}` }).click()
    await expect(sheet(number).getByText('SUNAT lo aceptó', { exact: true })).toBeVisible({ timeout: 20_000 })
    await sheet(number).getByRole('button', { name: 'Anular o devolver' }).click()
  }

  await open(first.full_number)
  const whole = desk.getByRole('dialog', { name: `Anular o devolver ${first.full_number}` })
  await expect(whole.getByRole('radio', { name: /Anular todo/ })).toContainText('Comunicación de baja')
  await expect(whole.getByRole('button', { name: 'Pedir PIN y anular' })).toBeDisabled()
  await whole.getByRole('button', { name: 'Error al emitir' }).click()
  await whole.getByRole('radio', { name: /^Sí Es merma/ }).click()
  await expectAccessible(desk)
  await whole.getByRole('button', { name: 'Pedir PIN y anular' }).click()
  await typePin(desk)
  await expect(sheet(first.full_number).getByText('Ya no vale')).toBeVisible({ timeout: 30_000 })
  await expect(sheet(first.full_number).getByRole('button', { name: 'Anular o devolver' })).toHaveCount(0)
  await desk.goto('/documents?view=batches')
  await expect(desk.getByRole('list', { name: 'Resúmenes y bajas' }).getByText(/^RA-\d{8}-1$/)).toBeVisible()

  await open(second.full_number)
  const part = desk.getByRole('dialog', { name: `Anular o devolver ${second.full_number}` })
  await part.getByRole('radio', { name: /Nota de crédito/ }).click()
  await part.getByRole('group', { name: 'Cau cau' }).getByRole('button', { name: 'Agregar uno' }).click()
  await expect(part.getByText(`${second.full_number} queda en`)).toBeVisible()
  await part.getByRole('button', { name: 'Plato devuelto' }).click()
  await part.getByRole('radio', { name: /^No Regresa/ }).click()
  await expectAccessible(desk)
  await part.getByRole('button', { name: 'Pedir PIN y devolver S/ 28.00' }).click()
  await typePin(desk)
  const note = sheet(second.full_number).getByRole('link', { name: /^FC01-/ })
  const number = (await note.textContent()) ?? ''
  await note.click()
  await expect(sheet(number).getByText('SUNAT lo aceptó', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(sheet(number).getByText('Devolución por ítem: Plato devuelto')).toBeVisible()
  const xml = desk.waitForEvent('download')
  await sheet(number).getByRole('button', { name: 'XML' }).click()
  expect((await xml).suggestedFilename()).toBe(`${number}.xml`)
  await expectAccessible(desk)

  const [kept] = await till.get<{ id: number }[]>(`/credit-notes?term=${number}`)
  const { transmission } = await till.get<Kept>(`/credit-notes/${kept?.id}`)
  await page.goto('/consulta')
  await page.getByRole('radio', { name: 'Nota de crédito' }).click()
  await page.getByLabel('Serie').fill('FC01')
  await page.getByLabel('Número').fill(number.split('-')[1] ?? '')
  await page.getByLabel('Fecha').fill(transmission.issued_on)
  await page.getByLabel('Total del comprobante').fill('28')
  await page.getByRole('button', { name: 'Buscar comprobante' }).click()
  await expect(page.getByRole('heading', { name: number })).toBeVisible()
  await expect(page.getByText(second.full_number)).toBeVisible()
  await expectAccessible(page)
})

test('a discount after the sale gives money back and leaves everything sold', async ({
  browser,
  expectAccessible,
}, info) => {
  const { full_number } = await factura()
  const desk = await newPage(browser, info, 'supervisor')
  const sheet = (number: string) => desk.getByRole('complementary', { name: `Comprobante ${number}` })
  const open = async () => {
    await desk.goto(`/documents?q=${full_number}`)
    await desk.getByRole('button', { name: `Ver ${full_number}` }).click()
    await sheet(full_number).getByRole('button', { name: 'Anular o devolver' }).click()
  }
  const dialog = desk.getByRole('dialog', { name: `Anular o devolver ${full_number}` })

  await open()
  await dialog.getByRole('radio', { name: /Hacer un descuento/ }).click()
  await expect(dialog.getByRole('radio', { name: /Es merma/ })).toHaveCount(0)
  await dialog.getByLabel('¿Cuánto se descuenta?').fill('500')
  await expect(dialog.getByText('por descontar')).toBeVisible()
  await dialog.getByLabel('¿Cuánto se descuenta?').fill('10')
  await expect(dialog.getByText(`${full_number} queda en S/ 56.00`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Demora' }).click()
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Pedir PIN y devolver S/ 10.00' }).click()
  await typePin(desk)
  await expect(sheet(full_number).getByRole('link', { name: /^FC01-/ })).toHaveCount(1)

  await open()
  await dialog.getByRole('radio', { name: /Hacer un descuento/ }).click()
  await dialog.getByRole('button', { name: 'Por línea' }).click()
  await dialog.getByLabel('Descuento en Cau cau').fill('8')
  await expect(dialog.getByText(`${full_number} queda en S/ 48.00`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Plato con falla' }).click()
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Pedir PIN y devolver S/ 8.00' }).click()
  await typePin(desk)
  const notes = sheet(full_number).getByRole('link', { name: /^FC01-/ })
  await expect(notes).toHaveCount(2)
  const number = (await notes.last().textContent()) ?? ''
  await notes.last().click()
  await expect(sheet(number).getByText('SUNAT lo aceptó', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(sheet(number).getByText('Descuento por ítem: Plato con falla')).toBeVisible()
})
