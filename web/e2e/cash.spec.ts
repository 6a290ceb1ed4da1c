import type { Page, TestInfo } from '@playwright/test'
import { type Caller, callerOf, closeCash, takeAway, withCash } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'cash' })

let cashier: Caller

test.beforeEach(async () => {
  cashier = await callerOf('cajero')
  await withCash(cashier)
})
test.afterEach(() => closeCash(cashier))

const ownCycle = async () => (await cashier.get<{ id: number }>('/cashbox-opened-cycle')).id
const shot = (page: Page, info: TestInfo, name: string) =>
  process.env.LOOK
    ? page.screenshot({ path: `${process.env.LOOK}/${name}-${info.project.name}.png` })
    : undefined

/** So many of a note, and nothing else. */
async function count(page: Page, note: string, pieces: string) {
  await page.getByRole('button', { name: new RegExp(`^${note}:? `) }).click()
  for (const key of pieces) await page.getByRole('button', { name: key, exact: true }).click()
  await finish(page)
}

/** Of what was not counted there is none. */
async function finish(page: Page) {
  await page.getByRole('button', { name: 'Terminar conteo' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Terminar|cero/i })
    .last()
    .click()
}

const closing = (page: Page) => page.getByRole('dialog', { name: '¿Cerrar la caja?' })
const closeAsCounted = (page: Page) => closing(page).getByRole('button', { name: 'Cerrar caja' }).click()

test('counting again after the difference was shown asks why, and for a PIN', async ({
  browser,
  expectAccessible,
}, info) => {
  const id = await ownCycle()
  const page = await newPage(browser, info, 'cajero', { path: `/cashbox-cycles/${id}/close` })
  await count(page, '20 soles', '4')
  await closeAsCounted(page)
  await page.getByRole('button', { name: 'Contar otra vez' }).click()
  const why = page.getByRole('dialog', { name: '¿Por qué cuentas otra vez?' })
  await expect(why.getByRole('button', { name: 'Contar otra vez' })).toBeDisabled()
  await why.getByRole('button', { name: 'Conté mal' }).click()
  await shot(page, info, 'recount-why')
  await expectAccessible(page)
  await why.getByRole('button', { name: 'Contar otra vez' }).click()
  await count(page, '100 soles', '1')
  const pin = page.getByRole('dialog', { name: 'PIN para contar otra vez' })
  await expect(pin).toContainText('Conté mal')
  await shot(page, info, 'recount-pin')
  await page.keyboard.type('9999')
  await page.keyboard.press('Enter')
  await expect(pin.getByRole('alert')).toContainText('PIN incorrecto')
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Caja cerrada').first()).toBeVisible()
  // Both counts stay to be seen, with why and who allowed it.
  const counts = page.getByRole('region', { name: 'Conteos' }).getByRole('listitem')
  await expect(counts.filter({ hasText: 'Conteo 1' })).toContainText('80.00')
  const second = counts.filter({ hasText: 'Conteo 2' })
  await expect(second).toContainText('Se contó otra vez: Conté mal. Con el PIN de la empresa.')
  await expectAccessible(page)
  await shot(page, info, 'recount-detail')
  await page.context().close()
})

test('a box is closed only when that is said, and accounts that nobody paid are named', async ({
  browser,
  expectAccessible,
}, info) => {
  const id = await ownCycle()
  await takeAway(await callerOf('mozo'), { 'Cau cau': 2 }, 'Rosa')
  const page = await newPage(browser, info, 'cajero', { path: `/cashbox-cycles/${id}/close` })
  await count(page, '100 soles', '1')
  await expect(closing(page)).toContainText(/cuentas? siguen? abiertas?/)
  await expect(closing(page)).toContainText('Llevar')
  await shot(page, info, 'closing')
  await expectAccessible(page)
  await closing(page).getByRole('button', { name: 'Seguir contando' }).click()
  expect(await ownCycle()).toBe(id)
  await finish(page)
  await closeAsCounted(page)
  await expect(page.getByText('Caja cerrada').first()).toBeVisible()
})

test('a difference in two methods names both, and what was said of it outlives a reload', async ({
  browser,
  expectAccessible,
}, info) => {
  const id = await ownCycle()
  const page = await newPage(browser, info, 'cajero', { path: `/cashbox-cycles/${id}/close` })
  await page.getByRole('button', { name: /^Yape:? / }).click()
  for (const key of '45') await page.getByRole('button', { name: key, exact: true }).click()
  await count(page, '50 soles', '1')
  await closeAsCounted(page)
  const sentence = 'Falta S/ 50.00 en efectivo y sobra S/ 45.00 en Yape'
  await expect(page.getByRole('region', { name: 'Resultado' })).toContainText(sentence)
  await expect(page.getByRole('heading', { name: '¿Por qué no cuadra?' })).toBeVisible()
  await shot(page, info, 'differs')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'No lo sé' }).click()
  await page.getByRole('textbox').fill('Lo vimos entre dos')
  await page.reload()
  await expect(page.getByRole('button', { name: 'No lo sé' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('textbox')).toHaveValue('Lo vimos entre dos')
  await page.getByRole('button', { name: /^Pedir PIN/ }).click()
  const pin = page.getByRole('dialog', { name: /PIN/ })
  await expect(pin).toContainText(sentence)
  await shot(page, info, 'differs-pin')
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Caja cerrada').first()).toBeVisible()
  await page.context().close()
})

test('what was counted outlives a reload and a lost line, and ends with the count', async ({
  browser,
}, info) => {
  const id = await ownCycle()
  const page = await newPage(browser, info, 'cajero', { path: `/cashbox-cycles/${id}/close` })
  const tens = page.getByRole('button', { name: /^10 soles/ })
  await tens.click()
  for (const key of ['1', '0']) await page.getByRole('button', { name: key, exact: true }).click()
  await page.reload()
  await expect(tens).toContainText('100.00')
  const path = `**/cashbox-cycles/${id}`
  await page.route(path, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await finish(page)
  await closeAsCounted(page)
  await expect(page.getByText('No se cerró la caja').first()).toBeVisible()
  await expect(tens).toContainText('100.00')
  await page.unroute(path)
  await finish(page)
  await closeAsCounted(page)
  await expect(page.getByText('Caja cerrada').first()).toBeVisible()
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('cash-count')))
  expect(await kept()).toEqual([])
  await page.context().close()
})

test('a box that is opened to collect moves nothing of the document beside it', async ({ browser }, info) => {
  test.skip(info.project.use.hasTouch === true, 'on a phone the document stands below')
  await closeCash(cashier)
  const order = await takeAway(await callerOf('mozo'), { 'Cau cau': 1 }, 'Luz')
  const page = await newPage(browser, info, 'cajero')
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [740, 360],
  ] as const) {
    await closeCash(cashier)
    await page.setViewportSize({ width, height })
    await page.goto(`/payment/${order}`)
    const panel = page.getByRole('region', { name: 'Comprobante' })
    await expect(panel.getByText('Abre tu caja para cobrar')).toBeVisible()
    const places = () =>
      panel.evaluate((it) =>
        [it, ...it.children].map((each) => each.getBoundingClientRect()).map(({ y, height }) => [y, height]),
      )
    await page.getByRole('button', { name: 'Abrir caja' }).click()
    await page.getByLabel('Monto de apertura').fill('50')
    const before = await places()
    await page.getByRole('button', { name: 'Abrir caja con S/ 50.00' }).click()
    await expect(panel.getByRole('button', { name: /^Exacto y cobrar/ })).toBeVisible()
    await shot(page, info, `opened-${width}`)
    expect(await places()).toEqual(before)
  }
  await page.context().close()
})

test('an empty drawer is asked about by itself, when it is counted and when it is opened', async ({
  browser,
}, info) => {
  const id = await ownCycle()
  const page = await newPage(browser, info, 'cajero', { path: `/cashbox-cycles/${id}/close` })
  await page.getByRole('button', { name: 'Terminar conteo' }).click()
  const empty = page.getByRole('dialog', { name: '¿No hay nada de efectivo en el cajón?' })
  await shot(page, info, 'no-cash')
  await empty.getByRole('button', { name: 'No hay efectivo: el cajón está vacío' }).click()
  // The other methods are another question, and nothing is counted before it is answered.
  const rest = page.getByRole('dialog', { name: 'Falta contar' })
  await expect(rest).toContainText('Yape')
  await rest.getByRole('button', { name: 'Seguir contando' }).click()
  await expect(page.getByRole('button', { name: 'Terminar conteo' })).toBeVisible()

  await closeCash(cashier)
  await page.goto('/cashbox-cycles')
  await page.getByRole('button', { name: 'Abrir caja' }).first().click()
  const opening = page.getByRole('dialog', { name: 'Abrir caja' })
  const amount = opening.getByLabel('Monto de apertura')
  await expect(amount).toBeFocused()
  await shot(page, info, 'open-cash')
  await opening.getByRole('button', { name: 'Abrir caja', exact: true }).click()
  const sure = page.getByRole('dialog', { name: '¿Abrir sin efectivo?' })
  await sure.getByRole('button', { name: 'Escribir el monto' }).click()
  await amount.fill('-50')
  await expect(opening.getByText('Escribe un monto como 12.50')).toBeVisible()
  await amount.fill('50')
  await expect(opening.getByRole('button', { name: 'Abrir caja con S/ 50.00' })).toBeEnabled()
  await page.context().close()
})

test("another person's movement is rejected with a PIN", async ({ browser }, info) => {
  const id = await ownCycle()
  const office = await callerOf('supervisor')
  const movement = { movement_type: 'EXPENSE', receipt_by: 'Banco', motive: 'Depósito', amount: '20' }
  await office.post('/cash-movements', { ...movement, cash_box_cycle_id: id })
  const page = await newPage(browser, info, 'cajero', { path: `/cashbox-cycles/${id}/detail` })
  await page.getByRole('button', { name: 'Rechazar Depósito' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rechazar movimiento' })
  await dialog.getByLabel('¿Por qué se rechaza?').fill('No se hizo')
  await dialog.getByRole('button', { name: 'Pedir PIN y rechazar' }).click()
  await expect(page.getByRole('dialog', { name: 'PIN para rechazar' })).toContainText('Jorge Benavides')
  await shot(page, info, 'reject-pin')
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Rechazado: No se hizo')).toBeVisible()
  await page.context().close()
})
