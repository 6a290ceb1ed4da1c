import type { Locator, Page } from '@playwright/test'
import { account, lineOf, takeaway, tile } from './support/account'
import { callerOf, takeAway, withCash } from './support/api'
import { complaints } from './support/layout'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'turned' })
test.setTimeout(120_000)
test.skip(({ hasTouch }) => hasTouch, 'it turns the device itself')

const upright = { width: 360, height: 740 }
const lying = { width: 740, height: 360 }
/** The lowest that sells. */
const small = { width: 360, height: 640 }
const tabletUpright = { width: 768, height: 1024 }
const tabletLying = { width: 1024, height: 768 }

/** What was typed, all keys and both buttons are seen at once: nobody types blindly. */
async function expectWholePin(page: Page, pin: Locator) {
  const size = JSON.stringify(page.viewportSize())
  const buttons = await pin.getByRole('button').all()
  const field = pin.getByRole('button', { name: 'Mostrar 2 segundos' }).locator('..')
  for (const part of [field, ...buttons]) await expect(part, size).toBeInViewport({ ratio: 1 })
  const [scrolled, hidden] = await field.evaluate((part) => {
    const body = part.closest('dialog')?.lastElementChild
    return [body?.scrollTop ?? 0, (body?.scrollHeight ?? 0) - (body?.clientHeight ?? 0)]
  })
  expect([scrolled, hidden], size).toEqual([0, 0])
  expect(await complaints(page), size).toEqual([])
}

/** What somebody does who turns a phone and turns it back. */
async function turning(page: Page, sizes: { width: number; height: number }[], look: () => Promise<void>) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await look()
  }
}

test('choices that are being made stay when a phone is turned', async ({ browser }, info) => {
  const id = await takeaway('Girada')
  const page = await newPage(browser, info, 'mozo')
  await page.setViewportSize(upright)
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  await tile(page, 'Lomo saltado').click()
  const panel = page.getByRole('region', { name: /Lomo saltado/ })
  const note = panel.getByRole('textbox', { name: 'Otra indicación' })
  await panel.getByRole('radio').first().click()
  await note.fill('la papa aparte')
  await turning(page, [lying, upright, lying], async () => {
    await expect(note).toHaveValue('la papa aparte')
    await expect(panel.getByRole('radio').first()).toBeChecked()
    await expect(note).toBeFocused()
    await expect(note).toBeInViewport()
    await page.screenshot({ path: info.outputPath(`choices-${page.viewportSize()?.width}.png`) })
  })
  // Esc closes the panel once, after a question.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(panel).toBeHidden()
  await expect(tile(page, 'Lomo saltado')).toBeVisible()
})

test('a PIN that is being typed stays in front of what it allows', async ({ browser }, info) => {
  const id = await takeAway(await callerOf('mozo'), { 'Rocoto relleno': 3 })
  const page = await newPage(browser, info, 'mozo', { path: `/order/${id}` })
  const lines = await account(page, info)
  await lineOf(lines, '3 Rocoto relleno').click()
  await lines.getByRole('button', { name: 'Anular' }).click()
  const panel = page.getByRole('region', { name: 'Anular platos enviados' })
  await panel.getByRole('button', { name: 'El cliente cambió de plato' }).click()
  await panel.getByRole('radio', { name: /^Sí, se preparó/ }).click()
  await panel.getByRole('button', { name: /^Pedir PIN y anular/ }).click()
  const pin = page.getByRole('dialog', { name: 'PIN para anular' })
  for (const key of '12') await pin.getByRole('button', { name: key, exact: true }).click()
  await turning(page, [upright, lying, upright], async () => {
    await expect(pin.getByText('PIN, caracteres escritos: 2').first()).toBeAttached()
    // It is not behind the sheet: it can be tapped.
    await pin.getByRole('button', { name: '3', exact: true }).click()
    await pin.getByRole('button', { name: 'Borrar' }).click()
    await expectWholePin(page, pin)
    await page.screenshot({ path: info.outputPath(`pin-${page.viewportSize()?.width}.png`) })
  })
  for (const size of [lying, small, { width: 667, height: 375 }]) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const other of ['ABC', '123']) {
        await expectWholePin(page, pin)
        const shown = `${size.width}-${colorScheme}-${other === 'ABC' ? 'digits' : 'letters'}`
        await page.screenshot({ path: info.outputPath(`pin-${shown}.png`) })
        await pin.getByRole('button', { name: other, exact: true }).click()
      }
    }
  }
  await page.keyboard.press('Escape')
  await expect(pin).toBeHidden()
  await expect(panel.getByRole('radio', { name: /^Sí, se preparó/ })).toBeChecked()
})

test('a note to the cook and the client that is looked for stay', async ({ browser }, info) => {
  const id = await takeaway('Con nota')
  const page = await newPage(browser, info, 'mozo')
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Bebidas', exact: true }).click()
  await tile(page, 'Inca Kola 500 ml').click()
  const lines = page.getByRole('region', { name: 'Líneas de la cuenta' })
  await lineOf(lines, '1 Inca Kola').click()
  await lines.getByRole('button', { name: 'Nota' }).click()
  await lines.getByRole('textbox', { name: 'Para el cocinero' }).fill('sin helar por favor')
  await page.setViewportSize(upright)
  await page.getByRole('button', { name: /^S\/\s/ }).click()
  await expect(lines.getByText('sin helar por favor')).toBeVisible()
  await page.getByRole('button', { name: 'Agregar cliente' }).click()
  const search = page.getByRole('dialog', { name: 'Cliente', exact: true }).getByRole('searchbox')
  await search.fill('quispe')
  await turning(page, [lying, upright], async () => expect(search).toHaveValue('quispe'))
})

test('what is looked for stays, and its field with it', async ({ browser }, info) => {
  const id = await takeaway('Buscada')
  const page = await newPage(browser, info, 'mozo')
  for (const [path, text] of [
    ['/pos', 'Buscada'],
    [`/order/${id}`, 'cau'],
  ] as const) {
    await page.setViewportSize(lying)
    await page.goto(path)
    const search = page.getByRole('searchbox')
    await search.fill(text)
    await turning(page, [upright, lying], async () => {
      await expect(search).toBeVisible()
      await expect(search).toHaveValue(text)
    })
  }
})

test('an address for a document and the goal of the month stay', async ({ browser }, info) => {
  const desk = await callerOf('cajero')
  const done = await withCash(desk)
  const id = await takeAway(await callerOf('mozo'), { 'Cau cau': 1 })
  const payment = await desk.post<{ billing: { full_number: string } }>('/payments', {
    client_request_id: id,
    billing_type_id: 1,
    payment_options: { Efectivo: '28.00' },
  })
  await done()
  const page = await newPage(browser, info, 'admin')
  const number = payment.billing.full_number
  const sizes = [
    { width: 1024, height: 768 },
    { width: 1280, height: 800 },
    { width: 768, height: 1024 },
  ]
  await page.goto(`/documents?q=${number}`)
  await page.getByRole('button', { name: `Ver ${number}` }).click()
  await page.getByRole('button', { name: 'Correo', exact: true }).click()
  const email = page.getByLabel('Correo del cliente')
  await email.fill('ana@ejemplo')
  await turning(page, sizes, async () => {
    await expect(email).toHaveValue('ana@ejemplo')
    await email.click()
    await page.screenshot({ path: info.outputPath(`mail-${page.viewportSize()?.width}.png`) })
  })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Poner una meta' }).click()
  const goal = page.getByLabel('Cuánto vender en el mes')
  await goal.fill('32500')
  await turning(page, sizes, async () => {
    await expect(goal).toHaveValue(/^32[,.]?500/)
    await page.screenshot({ path: info.outputPath(`goal-${page.viewportSize()?.width}.png`) })
  })
})

test("a table's new name stays", async ({ browser }, info) => {
  const page = await newPage(browser, info, 'supervisor')
  await page.setViewportSize(lying)
  await page.goto('/tables')
  await page.getByRole('button', { name: 'Salón', exact: true }).click()
  await page.getByRole('button', { name: /^Mesa 24,/ }).click()
  const name = page.getByLabel('Número o nombre')
  await name.fill('24 bis')
  await turning(page, [upright, lying], async () => {
    await expect(name).toHaveValue('24 bis')
    await page.screenshot({ path: info.outputPath(`table-${page.viewportSize()?.width}.png`) })
  })
})

/** A discount as far as the PIN, of which two signs are typed. */
async function askForDiscount(page: Page) {
  await page.getByRole('radio', { name: 'Porcentaje', exact: true }).click()
  await page.getByRole('button', { name: '20 %', exact: true }).click()
  await page.getByRole('button', { name: /^Pedir PIN y descontar/ }).click()
  const pin = page.getByRole('dialog', { name: 'PIN para descontar' })
  for (const key of '12') await pin.getByRole('button', { name: key, exact: true }).click()
  return pin
}

test('a PIN for a discount stays on any device, and back closes it before the rest', async ({
  browser,
}, info) => {
  const waiter = await callerOf('mozo')
  const id = await takeAway(waiter, { 'Rocoto relleno': 3 }, 'Descontada')
  const done = await withCash(await callerOf('cajero'))
  for (const [first, second] of [
    [upright, lying],
    [lying, upright],
    [tabletUpright, tabletLying],
    [tabletLying, tabletUpright],
  ] as const) {
    const page = await newPage(browser, info, 'cajero')
    await page.setViewportSize(first)
    await page.goto('/pos')
    const orders = page.getByRole('button', { name: /^\d+ Para llevar$/ })
    const order = page.getByRole('link', { name: /Descontada/ })
    await expect(orders.or(order)).toBeVisible()
    if (await orders.isVisible()) await orders.click()
    await order.click()
    for (const path of [`/order/${id}`, `/payment/${id}`]) {
      await page.waitForURL(`**${path}`)
      const at = `${path} ${first.width}`
      const ofPhone = path.startsWith('/order') && first === upright
      if (ofPhone) await page.getByRole('button', { name: /^S\/\s/ }).click()
      if (path.startsWith('/order')) {
        await page.getByRole('button', { name: 'Más opciones de la cuenta' }).click()
      }
      await page.getByRole('button', { name: 'Descuento / cortesía' }).click()
      const pin = await askForDiscount(page)
      const panel = page.getByRole('region', { name: 'Descuento o cortesía' })
      await turning(page, [second, first, second], async () => {
        await expect(pin.getByText('PIN, caracteres escritos: 2').first(), at).toBeAttached()
      })
      await page.screenshot({ path: info.outputPath(`discount-${path.slice(1, 4)}-${first.width}.png`) })
      await page.goBack()
      await expect(pin, at).toBeHidden()
      await expect(panel, at).toBeVisible()
      await page.goBack()
      // A percentage was chosen.
      await page.getByRole('button', { name: 'Salir sin guardar' }).click()
      await expect(panel, at).toBeHidden()
      expect(new URL(page.url()).pathname).toBe(path)
      if (path.startsWith('/order')) await page.keyboard.press('F8')
    }
    await page.context().close()
  }
  await done()
})

test('a PIN for switching a discount on stays in front of the account', async ({ browser }, info) => {
  const id = await takeAway(await callerOf('mozo'), { 'Rocoto relleno': 3 }, 'Rebajada')
  await (await callerOf('supervisor')).post('/billing-adjustment', {
    client_request_id: id,
    discounts: [
      { discountTypeId: 2, discountMethod: 'PERCENTAGE', percentage: '5', description: '', line_ids: [] },
    ],
  })
  const page = await newPage(browser, info, 'mozo')
  await page.setViewportSize(upright)
  await page.goto('/pos')
  await page.getByRole('button', { name: /^\d+ Para llevar$/ }).click()
  await page.getByRole('link', { name: /Rebajada/ }).click()
  await page.getByRole('button', { name: /^S\/\s/ }).click()
  const discount = page.getByRole('region', { name: 'Descuentos y cargos' }).getByRole('switch')
  await discount.click({ force: true })
  await expect(discount).not.toBeChecked()
  await discount.click({ force: true })
  const pin = page.getByRole('dialog', { name: 'PIN para activar' })
  for (const key of '12') await pin.getByRole('button', { name: key, exact: true }).click()
  await turning(page, [lying, upright, lying, upright], async () => {
    await expect(pin.getByText('PIN, caracteres escritos: 2').first()).toBeAttached()
    await pin.getByRole('button', { name: '3', exact: true }).click()
    await pin.getByRole('button', { name: 'Borrar' }).click()
    await page.screenshot({ path: info.outputPath(`on-${page.viewportSize()?.width}.png`) })
  })
  await page.goBack()
  await expect(pin).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Cuenta' })).toBeVisible()
})
