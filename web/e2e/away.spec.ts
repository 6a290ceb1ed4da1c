import type { Page, TestInfo } from '@playwright/test'
import { account, lineOf, phoneSize, tile } from './support/account'
import { callerOf } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'away' })
test.setTimeout(120_000)

/** Opens the cash box that no other test uses, for whoever collects here. */
async function cashIsOpen() {
  const desk = await callerOf('supervisor')
  if (await desk.get('/cashbox-opened-cycle')) return
  const boxes = (await desk.get('/cashboxes')) as { id: number; name: string; open_cycle: unknown }[]
  const [turn] = (await desk.get('/turns')) as { id: number }[]
  const free = boxes.findLast((box) => !box.open_cycle)
  const { id } = await desk.get('/profile')
  await desk.post('/cashbox-cycles', {
    cashbox_id: free?.id,
    turn_id: turn?.id,
    user_id: id,
    open_amount: '0',
    status: 'OPEN',
  })
}

async function sendAll(page: Page) {
  await page
    .getByRole('button', { name: /^Enviar/ })
    .last()
    .click()
  await expect(page.getByText(/^Comanda \d{4} enviada$/)).toBeVisible()
}

/** Does what a browser's translator does, from now on: each text gives way to fonts with one of its own in them. */
function translateAll() {
  const translate = () => {
    if (!document.body) return
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (text.parentElement?.closest('font, script, style')) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.data)
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  new MutationObserver(translate).observe(document, { childList: true, subtree: true, characterData: true })
}

/** All in cash, to the céntimo. */
async function collect(page: Page, info: TestInfo, total: string) {
  await account(page, info)
  await page.getByRole('button', { name: /^Cobrar/ }).click()
  await page.waitForURL(/\/payment\//)
  await page.getByText('Efectivo', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Exacto', exact: true }).click()
  await page.getByRole('button', { name: `Cobrar S/ ${total}` }).click()
  await expect(page.getByText(/cobrada$/).first()).toBeVisible()
}

test('a take-away is ordered, sent and paid', async ({ browser, expectAccessible }, info) => {
  await cashIsOpen()
  const desk = await callerOf('supervisor')
  const opened = await desk.post('/client-requests', { type: 'ORDER', client_name: 'Jorge Mamani' })
  const page = await newPage(browser, info, 'supervisor')
  page.setDefaultTimeout(15_000)
  await page.goto(`/order/${opened.id}`)
  await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  await tile(page, 'Rocoto relleno').click()
  await tile(page, 'Rocoto relleno').click()
  await account(page, info)
  await page.getByRole('button', { name: /Jorge Mamani.*Editar datos/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Datos del pedido' })
  await dialog.getByLabel('Teléfono').fill('987 654 321')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
  await account(page, info)
  await expect(page.getByRole('button', { name: /987 654 321/ })).toBeVisible()
  await sendAll(page)
  await collect(page, info, '66.00')
})

test('a page that the browser translates sells and stays true', async ({ browser }, info) => {
  await cashIsOpen()
  const desk = await callerOf('supervisor')
  const opened = await desk.post('/client-requests', { type: 'ORDER', client_name: 'Ingrid Berg' })
  const page = await newPage(browser, info, 'supervisor')
  page.setDefaultTimeout(15_000)
  await page.addInitScript(translateAll)
  const broken: Error[] = []
  page.on('pageerror', (error) => broken.push(error))
  await page.goto(`/order/${opened.id}`)
  await expect(page.getByText('El navegador está traduciendo Comanda')).toBeVisible()
  await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  for (const dishes of [1, 2]) {
    await tile(page, 'Rocoto relleno').click()
    await expect(
      page.getByRole('button', { name: new RegExp(`^Rocoto.*En la cuenta: ${dishes}`) }),
    ).toBeVisible()
  }
  await account(page, info)
  await sendAll(page)
  await collect(page, info, '66.00')
  await page.goto('/pos')
  await expect(page.getByRole('button', { name: /^Mesa 1\b/ })).toBeVisible()
  expect(broken).toEqual([])
})

test('a delivery has its own prices and its charge, and goes to its door', async ({
  browser,
  expectAccessible,
}, info) => {
  await cashIsOpen()
  const desk = await callerOf('supervisor')
  const opened = await desk.post('/client-requests', {
    type: 'DELIVERY',
    client_name: 'Milagros Rojas',
    phone: '944 102 336',
    direccion: 'Calle Schell 310',
  })
  const page = await newPage(browser, info, 'supervisor')
  page.setDefaultTimeout(15_000)
  await page.goto(`/order/${opened.id}`)
  await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  await tile(page, 'Ají de gallina').click()
  const lines = await account(page, info)
  await page.getByRole('button', { name: /Calle Schell 310.*Editar datos/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Datos del pedido' })
  await dialog.getByLabel('Dirección').fill('Calle Schell 320, dpto. 402')
  await dialog.getByLabel('Referencia').fill('Timbre malogrado')
  await dialog.getByLabel('Repartidor').fill('Kevin')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
  await account(page, info)
  await expect(
    page.getByRole('button', { name: /Schell 320, dpto. 402 · Timbre malogrado.*Kevin/ }),
  ).toBeVisible()
  const told = await desk.get(`/client-requests/${opened.id}`)
  expect(told.repartidor).toBe('Kevin')
  // The dish at its delivery price, and what bringing it costs as a row of its own.
  await expect(
    page
      .getByText(/delivery/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expect(page.getByText(`S/ ${told.totals.total}`).first()).toBeVisible()
  expect(Number(told.totals.total)).toBeGreaterThan(Number(told.totals.subtotal))
  await expectAccessible(page)
  await sendAll(page)
  if (phoneSize(info)) await account(page, info)
  await cook(opened.id)
  await lineOf(lines, '1 Ají de gallina').click()
  await lines.getByRole('button', { name: 'En camino' }).click()
  await expect(lines.getByText('En camino').first()).toBeVisible()
  await lineOf(lines, '1 Ají de gallina').click()
  await lines.getByRole('button', { name: 'Entregado' }).click()
  await lineOf(lines, '1 Ají de gallina').click()
  await expect(lines.getByRole('button', { name: 'No se entregó' })).toBeVisible()
  await collect(page, info, told.totals.total)
})

/** The kitchen makes everything of an account ready. */
async function cook(id: number) {
  const kitchen = await callerOf('cocina')
  const desk = await callerOf('supervisor')
  const { lines } = await desk.get(`/client-requests/${id}`)
  for (const status of ['PROCESSING', 'PREPARED']) {
    for (const line of lines) await kitchen.patch(`/update-status-order/${line.id}/status`, { status })
  }
}
