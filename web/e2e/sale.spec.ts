import type { Browser, Page } from '@playwright/test'
import { expect, newPage, picture, test } from './support/test'

test.use({ restaurant: 'sale' })
test.setTimeout(180_000)

/** The main job, as three people at three devices live it: an order becomes paper, a payment becomes a document. */
test('a table is served, billed and paid, and the cash is counted', async ({
  browser,
  expectAccessible,
}, info) => {
  const phone = info.project.name === 'phone'
  const table = phone ? '8' : '12'
  const cashier = await newPage(browser, info, 'cajero')
  await openCash(cashier)

  const waiter = await newPage(browser, info, 'mozo')
  await picture(waiter, info, 'pos')
  await expectAccessible(waiter)
  await waiter.getByRole('button', { name: new RegExp(`^Mesa ${table} Libre`) }).click()
  await waiter.getByRole('button', { name: '4 personas', exact: true }).click()
  await waiter.waitForURL(/\/order\//)
  await order(waiter)
  await picture(waiter, info, 'order')
  await expectAccessible(waiter)
  await send(waiter)

  await theKitchenCooks(browser, info, table, expectAccessible)
  if (phone) await waiter.getByRole('button', { name: /^S\/\s/ }).click()
  await expect(waiter.getByText('Listo').first()).toBeVisible()

  const account = new URL(waiter.url()).pathname.split('/').at(-1)
  await cashier.goto(`/order/${account}`)
  if (phone) await cashier.getByRole('button', { name: /^S\/\s/ }).click()
  const printed = cashier.waitForResponse(/pre-order-print/)
  await cashier.getByRole('button', { name: /^Precuenta/ }).click()
  expect((await printed).ok()).toBe(true)
  await cashier.goto('/pos')
  await expect(
    cashier.getByRole('button', { name: new RegExp(`^Mesa ${table} .*Cuenta pedida`) }),
  ).toBeVisible()

  await cashier.goto(`/payment/${account}`)
  await collect(cashier, async () => {
    await picture(cashier, info, 'payment')
    await expectAccessible(cashier)
  })
  await expect(cashier.getByText(/^B001-\d{8} cobrada$/)).toBeVisible()
  await waiter.goto('/pos')
  await expect(waiter.getByRole('button', { name: new RegExp(`^Mesa ${table} Libre`) })).toBeVisible()

  await thePaperIsThere(browser, info, table, expectAccessible)
  await closeCash(cashier, expectAccessible, () => picture(cashier, info, 'cash-count'))
})

async function openCash(page: Page) {
  await page.goto('/cashbox-cycles')
  await page.getByRole('button', { name: 'Abrir caja' }).first().click()
  await page.getByLabel('Monto de apertura').fill('100')
  await page.getByRole('button', { name: /^Abrir caja con/ }).click()
  await page.waitForURL(/\/pos/)
}

/** A plain dish twice, a cut that asks for its point with an egg on top, and a drink. */
async function order(page: Page) {
  await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  await page
    .getByRole('button', { name: /^Ají de gallina/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /Ají de gallina.*En la cuenta: 1/ })).toBeVisible()
  await page
    .getByRole('button', { name: /^Ají de gallina/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /Ají de gallina.*En la cuenta: 2/ })).toBeVisible()
  await page.getByRole('button', { name: 'Parrilla', exact: true }).click()
  await page
    .getByRole('button', { name: /^Bife ancho/ })
    .first()
    .click()
  await page.getByText('Tres cuartos', { exact: true }).click()
  await page.getByRole('button', { name: /^Huevo frito/ }).click()
  await page.getByRole('button', { name: 'Sin cebolla' }).click()
  await page.getByRole('button', { name: 'Agregar S/ 76.00' }).click()
  await expect(page.getByRole('button', { name: /Bife ancho.*En la cuenta: 1/ })).toBeVisible()
}

async function send(page: Page) {
  await page.getByRole('button', { name: /^Enviar:? (2 Cocina · 1 Parrilla|3 a 2 áreas)/ }).click()
  await expect(page.getByRole('button', { name: /^(Enviar|Nada por enviar)/ }).last()).toBeDisabled()
}

async function theKitchenCooks(
  browser: Browser,
  info: Parameters<typeof newPage>[1],
  table: string,
  expectAccessible: (page: Page) => Promise<void>,
) {
  const cook = await newPage(browser, info, 'cocina')
  if (info.project.name === 'desktop') await cook.setViewportSize({ width: 1920, height: 1080 })
  const card = cook.getByRole('button', { name: new RegExp(`^Mesa ${table} `) })
  await expect(card).toBeVisible()
  await expect(cook.getByText('SIN CEBOLLA').first()).toBeVisible()
  await picture(cook, info, 'kitchen')
  await expectAccessible(cook)
  await card.click()
  await expect(cook.getByRole('button', { name: /Ají de gallina.*preparando/i })).toBeVisible()
  await card.click()
  await expect(card).toBeHidden()
  await cook.context().close()
}

/** 140.00: 50 by Yape, 100 in cash, 10 back. */
async function collect(page: Page, look: () => Promise<void>) {
  await page.getByText('Yape', { exact: true }).first().click()
  for (const key of ['5', '0']) await page.getByRole('button', { name: key, exact: true }).first().click()
  await page.getByText('Efectivo', { exact: true }).first().click()
  await page.getByRole('button', { name: '100', exact: true }).click()
  await expect(page.getByText('Vuelto').first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Vuelto' })).toContainText('10.00')
  await look()
  await page.getByRole('button', { name: 'Cobrar S/ 140.00' }).click()
}

async function thePaperIsThere(
  browser: Browser,
  info: Parameters<typeof newPage>[1],
  table: string,
  expectAccessible: (page: Page) => Promise<void>,
) {
  const admin = await newPage(browser, info, 'admin')
  await picture(admin, info, 'dashboard')
  await expectAccessible(admin)
  await admin.goto('/printers')
  await expect(admin.getByText('Demo').first()).toBeVisible()
  await picture(admin, info, 'printers')
  await expectAccessible(admin)
  const rows = await printers(admin)
  await admin.goto(`/printers/${rows.Parrilla}/paper`)
  const comanda = admin.getByRole('article', { name: 'Comanda' }).first()
  await expect(comanda).toContainText(`MESA ${table}`)
  await expect(comanda).toContainText('BIFE ANCHO')
  await expect(comanda).toContainText('SIN CEBOLLA')
  await expect(comanda).not.toContainText('AJÍ DE GALLINA')
  await admin.goto(`/printers/${rows.Caja}/paper`)
  const receipt = admin.getByRole('article', { name: 'Comprobante' }).first()
  await expect(receipt).toContainText('BOLETA DE VENTA ELECTRÓNICA')
  await expect(receipt).toContainText('CIENTO CUARENTA CON 00/100 SOLES')
  await picture(admin, info, 'paper')
  await expectAccessible(admin)
  await admin.context().close()
}

/** Printer ids by name, from the links the page itself uses. */
async function printers(page: Page): Promise<Record<string, number>> {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/printers')
  await page.reload()
  const { rows } = (await (await answer).json()) as { rows: { id: number; name: string }[] }
  return Object.fromEntries(rows.map((row) => [row.name, row.id]))
}

/** 100.00 to begin with and 90.00 of the sale stayed in cash; 50.00 went by Yape. */
async function closeCash(
  page: Page,
  expectAccessible: (page: Page) => Promise<void>,
  look: () => Promise<void>,
) {
  await page.goto('/cashbox-cycles')
  await page
    .getByRole('link', { name: /^Principal/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Cerrar caja' }).click()
  await count(page, '100 soles', '1')
  await count(page, '50 soles', '1')
  await count(page, '20 soles', '2')
  await look()
  await expectAccessible(page)
  await count(page, 'Yape', '50')
  await page.getByRole('button', { name: 'Terminar conteo' }).click()
  const rest = page.getByRole('dialog').getByRole('button', { name: /Terminar|cero/i })
  await rest.last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar caja' }).click()
  await expect(page.getByText('Cuadra').first()).toBeVisible()
  await expect(page).toHaveURL(/\/detail$/)
  await page.goBack()
  await expect(page, 'the closed box is not shown twice').toHaveURL(/\/cashbox-cycles$/)
}

async function count(page: Page, what: string, number: string) {
  await page.getByRole('button', { name: new RegExp(`^${what}:? `) }).click()
  for (const key of number) await page.getByRole('button', { name: key, exact: true }).click()
}
