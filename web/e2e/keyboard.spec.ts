import type { Locator, Page } from '@playwright/test'
import { account, lineOf, tile } from './support/account'
import { supervisorAtTheTill, takeAway } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'keyboard' })
test.setTimeout(120_000)
test.use({ actionTimeout: 15_000 })
// A phone has no keyboard.
test.skip(({ hasTouch }) => hasTouch)

const till = supervisorAtTheTill()
const key = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

const isOn = (control: Locator) =>
  control.evaluate((it) => (it instanceof HTMLInputElement ? it.checked : it.ariaPressed === 'true'))

/** Enter and Space do the same with what has the ring: they turn it. */
async function turnsByBothKeys(page: Page, control: Locator) {
  const before = await isOn(control)
  await control.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => isOn(control)).toBe(!before)
  await page.keyboard.press('Space')
  await expect.poll(() => isOn(control)).toBe(before)
}

const hasRing = (page: Page) => page.evaluate(() => !document.activeElement?.matches('body, dialog'))

test('Enter turns what has the ring on the payment screen, and collects only from the amounts', async ({
  browser,
}, info) => {
  const id = await takeAway(till, { 'Cau cau': 1, 'Inca Kola 500 ml': 1 })
  const page = await newPage(browser, info, 'supervisor', { path: `/payment/${id}` })
  await expect(page.getByRole('switch', { name: /^Por consumo/ })).toBeVisible()
  const paid: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/payments')) paid.push(request.url())
  })
  // All is said: the next Enter could collect.
  await page.keyboard.press('F2')
  await expect(key(page, 'Cobrar S/ 35.00')).toBeEnabled()
  for (const control of [
    page.getByRole('switch', { name: /^Por consumo/ }),
    page.getByRole('switch', { name: /^Imprimir/ }),
  ]) {
    await turnsByBothKeys(page, control)
  }
  const promotion = page.locator('button[aria-pressed]:not([class*=exact])').first()
  if (await promotion.isVisible()) await turnsByBothKeys(page, promotion)
  await page.getByRole('radio', { name: /^Boleta/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /correo/ }).focus()
  await page.keyboard.press('Enter')
  // A dish is ticked whether its money is there or not.
  await page.getByText('Líneas', { exact: true }).click()
  const dish = key(page, /^Cau cau/)
  await turnsByBothKeys(page, dish)
  await dish.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('F2')
  await expect(key(page, 'Cobrar S/ 28.00')).toBeEnabled()
  await turnsByBothKeys(page, dish)
  expect(paid).toEqual([])
  // From the amounts it collects: what is typed goes there, too.
  await page.getByText('Monto', { exact: true }).click()
  await page.keyboard.type('100')
  await expect(page.getByRole('alert').filter({ hasText: 'Solo falta S/ 35.00' })).toBeVisible()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('20')
  await page.keyboard.press('F2')
  await expect(key(page, 'Cobrar S/ 20.00')).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^B001-\d{8} cobrada$/)).toBeVisible()
  expect(paid).toHaveLength(1)
})

test('Enter and Space turn every chip, and what is typed goes into the panel that was opened', async ({
  browser,
}, info) => {
  const id = await takeAway(till, { 'Cau cau': 1, 'Inca Kola 500 ml': 1 })
  const page = await newPage(browser, info, 'supervisor', { path: `/order/${id}` })
  await expect(tile(page, '\\S')).toBeVisible()
  const more = key(page, 'Más opciones de la cuenta')
  const open = async (entry: string, panel: Locator) => {
    await more.focus()
    await page.keyboard.press('Enter')
    await key(page, entry).focus()
    await page.keyboard.press('Enter')
    await expect(panel).toBeVisible()
    await expect(more).not.toBeFocused()
  }
  const discount = page.getByRole('region', { name: 'Descuento o cortesía' })
  await open('Descuento / cortesía', discount)
  await page.keyboard.type('5')
  await expect(discount.getByRole('button', { name: /^Descontar S\/\s5.00/ })).toBeEnabled()
  await turnsByBothKeys(page, discount.getByRole('button', { name: 'Cumpleaños' }))
  await expect(discount).toBeVisible()
  await discount.getByRole('radio', { name: /^Cortesía/ }).focus()
  await page.keyboard.press('Enter')
  await turnsByBothKeys(page, discount.getByRole('button', { name: 'Demora' }))
  await discount.getByRole('radio', { name: 'Elegir platos' }).focus()
  await page.keyboard.press('Enter')
  await turnsByBothKeys(page, discount.getByRole('button', { name: /Inca Kola/ }))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(more).toBeFocused()
  const charge = page.getByRole('region', { name: /^Cargo/ })
  await open('Cargo o propina', charge)
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  // A dish of the account.
  await lineOf(await account(page, info), '1 Cau cau').focus()
  await page.keyboard.press('Enter')
  await key(page, 'Anular').focus()
  await page.keyboard.press('Enter')
  const dismissing = page.getByRole('region', { name: 'Anular platos enviados' })
  await turnsByBothKeys(page, dismissing.getByRole('button', { name: 'El cliente cambió de plato' }))
  await page.keyboard.press('Escape')
})

test('a dish whose choices are left for another one says that it was not added', async ({
  browser,
}, info) => {
  const id = await takeAway(till, { 'Cau cau': 1 })
  const page = await newPage(browser, info, 'supervisor', { path: `/order/${id}` })
  await expect(tile(page, '\\S')).toBeVisible()
  await page.keyboard.type('lomo saltado')
  await page.keyboard.press('Enter')
  const choices = page.getByRole('region', { name: 'Opciones de Lomo saltado' })
  await expect(choices).toBeVisible()
  await page.keyboard.type('inca 3')
  await page.keyboard.press('Enter')
  // The panel has the keys: the digits are its quantity, and nothing else was ordered.
  await expect(choices.getByRole('textbox', { name: 'Cantidad' })).toHaveValue('3')
  await expect(lineOf(await account(page, info), '1 Inca Kola')).toBeHidden()
  const search = page.getByRole('searchbox', { name: 'Escribe o escanea un producto' })
  await search.fill('inca kola')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No se agregó Lomo saltado')).toBeVisible()
  await key(page, 'Seguir eligiendo').focus()
  await page.keyboard.press('Enter')
  await expect(choices).toBeVisible()
})

test('arrows lead through every menu, and Esc goes back to its button', async ({ browser }, info) => {
  const id = await takeAway(till, { 'Cau cau': 1 })
  const page = await newPage(browser, info, 'supervisor', { path: `/order/${id}` })
  await expect(tile(page, '\\S')).toBeVisible()
  await page.waitForLoadState('networkidle')
  for (const [opener, menu] of [
    [key(page, 'Más opciones de la cuenta'), 'Más opciones de la cuenta'],
    [key(page, /^Sesión de/), 'Tu menú'],
  ] as const) {
    await opener.focus()
    await page.keyboard.press('Enter')
    const entries = page.getByRole('group', { name: menu }).locator('a, button:enabled')
    await expect(entries.first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(entries.first()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(entries.last()).toBeFocused()
    await page.keyboard.press('Home')
    await expect(entries.first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(entries.last()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }
})

test('the ring stays on the screen when what had it goes away or is busy', async ({ browser }, info) => {
  const id = await takeAway(till, { 'Cau cau': 1 })
  const page = await newPage(browser, info, 'supervisor')
  const press = async (button: Locator, done: () => Promise<void>) => {
    await button.focus()
    await page.keyboard.press('Enter')
    await done()
    await expect.poll(() => hasRing(page)).toBe(true)
  }
  await page.goto(`/order/${id}`)
  await expect(tile(page, '\\S')).toBeVisible()
  for (const word of ['inca kola', 'cau cau']) {
    await page.keyboard.type(word)
    await page.keyboard.press('Enter')
  }
  const lines = await account(page, info)
  // Until the server knows a line it has no tools.
  await page.waitForLoadState('networkidle')
  await lineOf(lines, '1 Inca Kola').focus()
  await page.keyboard.press('Enter')
  // The last but one: there is no fewer than one.
  await press(lines.getByRole('button', { name: 'Agregar uno' }), () =>
    expect(lineOf(lines, '2 Inca Kola')).toBeVisible(),
  )
  const fewer = lines.getByRole('button', { name: 'Quitar uno' })
  await press(fewer, () => expect(fewer).toBeDisabled())
  await press(lines.getByRole('button', { name: /^Quitar Inca/ }), () =>
    expect(lineOf(lines, '1 Inca Kola')).toBeHidden(),
  )
  await press(key(page, /^Enviar/), () => expect(page.getByText(/^Comanda \d{4} enviada$/)).toBeVisible())
  const preBill = key(page, /^Precuenta/)
  await press(preBill, () => expect(preBill).toBeEnabled())
  await expect(preBill).toBeFocused()

  await page.goto(`/payment/${id}`)
  await expect(key(page, /^Cobrar S/)).toBeVisible()
  await key(page, 'Buscar DNI o RUC').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('20604781231')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: /^Factura/ })).toBeChecked()
  await expect.poll(() => hasRing(page)).toBe(true)

  await page.goto('/monitor-production')
  const card = page.getByRole('article').first()
  await expect(card).toBeVisible()
  const line = card.locator('ul button:enabled').first()
  await press(line, () => page.waitForTimeout(1_000))
})

test('a second Enter presses nothing behind the dialog that has just closed', async ({ browser }, info) => {
  const id = await takeAway(till, { 'Cau cau': 1 })
  const page = await newPage(browser, info, 'supervisor', { path: `/payment/${id}` })
  await expect(key(page, /^Cobrar S/)).toBeVisible()
  await page.waitForLoadState('networkidle')
  const opener = key(page, 'Buscar DNI o RUC')
  await opener.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('20604781231')
  // Pressed again as soon as it is gone.
  await page.evaluate(() => {
    const gone = new MutationObserver(() => {
      if (document.querySelector('dialog[open]')) return
      gone.disconnect()
      setTimeout(() => {
        const second = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
        document.title = document.activeElement?.dispatchEvent(second) ? 'pressed' : 'quiet'
      }, 50)
    })
    gone.observe(document.body, { childList: true, subtree: true })
  })
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('quiet')
  await expect(dialog(page, 'Cliente')).toBeHidden()
})

test('digits choose how many they are', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'supervisor', { path: '/pos' })
  await key(page, /^Mesa \d+.* Libre/)
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(key(page, '1 persona')).toBeFocused()
  await page.keyboard.type('4')
  await expect(key(page, '4 personas')).toBeFocused()
  await page.keyboard.press('Escape')
})
