import type { Page } from '@playwright/test'
import { supervisorAtTheTill, takeAway } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'debit' })
test.setTimeout(120_000)

const till = supervisorAtTheTill()

interface Sold {
  billing: { id: number; full_number: string }
}

async function typePin(desk: Page, title: string) {
  await expect(desk.getByRole('dialog', { name: title, exact: true })).toBeVisible()
  await desk.keyboard.type('1234')
  await desk.keyboard.press('Enter')
}

test('interest is added to a factura by a debit note, found in the list, and undone before the factura is', async ({
  browser,
  expectAccessible,
}, info) => {
  const account = await takeAway(till, { 'Lomo saltado': 1 })
  const desk = await newPage(browser, info, 'supervisor')
  const sheet = (number: string) => desk.getByRole('complementary', { name: `Comprobante ${number}` })
  await desk.goto(`/payment/${account}`)
  await desk.getByRole('radio', { name: /^Factura/ }).click()
  await desk
    .getByRole('button', { name: /La factura necesita|RUC/ })
    .first()
    .click()
  await desk.getByRole('searchbox').fill('20604781231')
  await desk.getByRole('button', { name: /20604781231/ }).click()
  await desk.getByRole('button', { name: 'Exacto', exact: true }).click()
  await desk.getByRole('button', { name: 'Cobrar S/ 38.00' }).click()
  await expect(desk.getByText(/^F001-\d{8} cobrada$/)).toBeVisible()
  const [sold] = await till.get<Sold[]>(`/payments?client_request_id=${account}`)
  const factura = sold?.billing.full_number ?? ''

  const open = async (number: string) => {
    await desk.goto(`/documents?q=${number}`)
    await desk.getByRole('button', { name: `Ver ${number}` }).click()
    await expect(sheet(number).getByText('SUNAT lo aceptó', { exact: true })).toBeVisible({ timeout: 20_000 })
  }
  await open(factura)
  await sheet(factura).getByRole('button', { name: 'Nota de débito' }).click()
  const adding = desk.getByRole('dialog', { name: `Nota de débito de ${factura}` })
  const amount = adding.getByLabel('¿Cuánto se suma?')
  await amount.fill('38.01')
  await expect(adding.getByText('Se suman hasta S/ 38.00')).toBeVisible()
  await amount.fill('11.05')
  await adding.getByRole('button', { name: 'Pago atrasado' }).click()
  await adding.getByRole('radio', { name: 'Efectivo' }).click()
  await expectAccessible(desk)
  await adding.getByRole('button', { name: 'Pedir PIN y cobrar S/ 11.05' }).click()
  await typePin(desk, 'Nota de débito')
  const toast = desk.getByText(/^Nota de débito FD01-\d{8} emitida$/)
  await expect(toast).toBeVisible()
  const note = /FD01-\d{8}/.exec((await toast.textContent()) ?? '')?.[0] ?? ''
  await expect(sheet(factura).getByRole('link', { name: note })).toBeVisible()

  // All of the factura is not taken back while interest on it stays.
  await sheet(factura).getByRole('button', { name: 'Anular o devolver' }).click()
  const whole = desk.getByRole('dialog', { name: `Anular o devolver ${factura}` })
  await expect(whole.getByText('anula primero esa nota')).toBeVisible()
  await expect(whole.getByText('Primero anula su nota de débito')).toBeVisible()
  await expect(whole.getByRole('button', { name: 'Pedir PIN y anular' })).toBeDisabled()
  await expectAccessible(desk)
  await whole.getByRole('link', { name: note }).click()
  await expect(whole).toHaveCount(0)
  await expect(sheet(note)).toBeVisible()

  await open(note)
  await expect(sheet(note).getByText(`Modifica ${factura}`)).toBeVisible()
  await sheet(note).getByRole('button', { name: 'Anular o devolver' }).click()
  const undoing = desk.getByRole('dialog', { name: `Anular o devolver ${note}` })
  await undoing.getByRole('button', { name: 'Error al emitir' }).click()
  await undoing.getByRole('button', { name: 'Pedir PIN y anular' }).click()
  await typePin(desk, 'Anular o devolver')
  await expect(sheet(note).getByText('Ya no vale')).toBeVisible({ timeout: 30_000 })

  await open(factura)
  await sheet(factura).getByRole('button', { name: 'Anular o devolver' }).click()
  await expect(whole.getByRole('radio', { name: /Anular todo/ })).toContainText('Comunicación de baja')
  await expect(whole.getByText('anula primero esa nota')).toHaveCount(0)
  await desk.close()
})
