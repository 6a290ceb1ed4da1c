import { account, lineOf, phoneSize, takeaway, tile } from './support/account'
import { callerOf } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'order' })
test.setTimeout(120_000)

const dish = 'Rocoto relleno'

/** An account with three of one dish in the kitchen. */
async function sent(name: string) {
  const id = await takeaway(name)
  const caller = await callerOf('mozo')
  const sale = await caller.get('/catalog/sale')
  const product = sale.products.find((each: { name: string }) => each.name === dish)
  await caller.post('/orders', {
    client_request: id,
    products: [{ product: { id: product.id }, qty: '3', variant_id: product.variants[0]?.id }],
  })
  return id
}

test('part of a sent line is dismissed, with PIN, reason and whether it was made', async ({
  browser,
  expectAccessible,
}, info) => {
  const id = await sent('Anular')
  const page = await newPage(browser, info, 'mozo')
  page.setDefaultTimeout(15_000)
  await page.goto(`/order/${id}`)
  const lines = await account(page, info)
  await lineOf(lines, `3 ${dish}`).click()
  await lines.getByRole('button', { name: 'Anular' }).click()
  const panel = page.getByRole('region', { name: 'Anular platos enviados' })
  await panel.getByRole('button', { name: 'Quitar uno' }).click()
  await panel.getByRole('button', { name: 'El cliente cambió de plato' }).click()
  await panel.getByRole('radio', { name: /^Sí, se preparó/ }).click()
  await expect(panel.getByText('La cuenta baja de 99.00 a 33.00')).toBeVisible()
  await expect(panel.getByText('Saldrá ANULACIÓN en Cocina')).toBeVisible()
  if (!phoneSize(info)) await expect(lines.getByText('Se anula 2')).toBeVisible()
  await page.screenshot({ path: info.outputPath('dismiss.png') })
  await expectAccessible(page)
  await panel.getByRole('button', { name: /^Pedir PIN y anular S\/\s66.00/ }).click()
  for (const key of '1234') await page.getByRole('button', { name: key, exact: true }).click()
  await page.getByRole('button', { name: /^Autorizar/ }).click()
  await expect(page.getByText('El aviso llega a Cocina')).toBeVisible()
  const told = await (await callerOf('mozo')).get(`/client-requests/${id}`)
  expect(told.totals.total).toBe('33.00')
  expect(told.lines.map((line: { qty: string; status: string }) => [Number(line.qty), line.status])).toEqual([
    [1, 'PENDING'],
    [2, 'DISMISSED'],
  ])
  const jobs = await (await callerOf('admin')).get(`/print-jobs?client_request_id=${id}`)
  expect(jobs.map((job: { document: string }) => job.document)).toContain('CANCELLATION')
  const feed = await (await callerOf('cocina')).get('/kitchen')
  const card = feed.cards.find((each: { client_request_id: number }) => each.client_request_id === id)
  expect(card.lines.some((line: { dismissed: boolean }) => line.dismissed)).toBe(true)
})

test('the history of an account prints again and shows its PDF', async ({
  browser,
  expectAccessible,
}, info) => {
  const id = await sent('Historial')
  const page = await newPage(browser, info, 'mozo')
  page.setDefaultTimeout(15_000)
  await page.goto(`/order/${id}`)
  const lines = await account(page, info)
  await lineOf(lines, `3 ${dish}`).click()
  await lines.getByRole('button', { name: 'Repetir' }).click()
  await expect(lineOf(await account(page, info), `3 ${dish}`)).toHaveCount(2)
  await page.getByRole('button', { name: 'Más opciones de la cuenta' }).click()
  await page.getByRole('button', { name: 'Comandas enviadas' }).click()
  const history = page.getByRole('dialog', { name: 'Comandas enviadas' })
  await expect(history.getByRole('article')).toContainText(dish)
  await page.screenshot({ path: info.outputPath('history.png') })
  await expectAccessible(page)
  await history.getByRole('button', { name: 'Reimprimir', exact: true }).click()
  await expect(page.getByText('Comanda reimpresa')).toBeVisible()
  const jobs = await (await callerOf('admin')).get(`/print-jobs?client_request_id=${id}`)
  expect(jobs.map((job: { document: string }) => job.document)).toContain('REPRINT')
  const pdf = page.waitForResponse(/command-order-pdf/)
  await history.getByRole('button', { name: 'PDF' }).last().click()
  expect((await pdf).headers()['content-type']).toBe('application/pdf')
  await page.goto('/pos-options?tab=commands&term=Historial')
  await expect(page.getByRole('article').first()).toContainText('Historial')
  await page.screenshot({ path: info.outputPath('day.png') })
  await expectAccessible(page)
})

test('the whole order by keyboard alone, and by a bar code reader', async ({ browser }, info) => {
  test.skip(phoneSize(info), 'a phone has neither')
  const id = await takeaway('Teclado')
  const page = await newPage(browser, info, 'cajero')
  page.setDefaultTimeout(15_000)
  await page.goto(`/order/${id}`)
  await expect(tile(page, '\\S')).toBeVisible()
  await page.keyboard.type('rocoto')
  await expect(page.getByRole('searchbox')).toHaveValue('rocoto')
  await page.keyboard.press('Enter')
  await expect(lineOf(await account(page, info), `1 ${dish}`)).toBeVisible()
  // A reader types fast and ends with Enter: the number of a product, and one that nobody has.
  const caller = await callerOf('cajero')
  const sale = await caller.get('/catalog/sale')
  const cola = sale.products.find((each: { name: string }) => each.name === 'Cau cau')
  await page.keyboard.type(String(cola.id), { delay: 2 })
  await page.keyboard.press('Enter')
  await expect(lineOf(await account(page, info), '1 Cau cau')).toBeVisible()
  await page.keyboard.type('7750182003766', { delay: 2 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ningún producto tiene el código 7750182003766.')).toBeVisible()
  await page.keyboard.type('3x cau cau')
  await page.keyboard.press('Enter')
  await expect(lineOf(await account(page, info), '4 Cau cau')).toBeVisible()
  // Arrows through the tiles.
  await page.getByRole('button', { name: 'Fondos', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  const focused = page.locator('main button:focus')
  await expect(focused).toBeVisible()
  await page.keyboard.press('F2')
  await expect(page.getByText(/^Comanda \d{4} enviada$/)).toBeVisible()
  const printed = page.waitForResponse(/pre-order-print/)
  await page.keyboard.press('F4')
  expect((await printed).ok()).toBe(true)
  await page.keyboard.press('F8')
  await page.waitForURL(/\/payment\//)
  await expect(page.getByRole('button', { name: /^Cobrar S/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/order\//)
  // The screen of the payment has no such field. Its buttons stand a moment longer than its address.
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/pos$/)
})

test('a tap is in the account before the server answers', async ({ browser }, info) => {
  const id = await takeaway('Rapidez')
  const page = await newPage(browser, info, 'mozo')
  page.setDefaultTimeout(15_000)
  // Whatever the server takes, the tap does not wait for it.
  await page.route('**/api/orders', async (route) => {
    await new Promise((done) => setTimeout(done, 2000))
    await route.fallback()
  })
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  await expect(tile(page, dish)).toBeVisible()
  const took = await tile(page, dish).evaluate(async (button) => {
    const began = performance.now()
    ;(button as HTMLButtonElement).click()
    while (!button.textContent?.includes('En la cuenta:')) {
      await new Promise((drawn) => requestAnimationFrame(drawn))
      if (performance.now() - began > 3000) break
    }
    return performance.now() - began
  })
  expect(took).toBeLessThan(2000)
})

test('an area without a printer is said before and after sending; a PDF is offered', async ({
  browser,
  expectAccessible,
}, info) => {
  const desk = await callerOf('admin')
  const printers = (await desk.get('/printers')) as {
    id: number
    name: string
    production_area_ids: number[]
  }[]
  const bar = printers.find((each) => each.name === 'Bar')
  if (!bar) throw new Error('no printer at the bar')
  const id = await takeaway('Sin impresora')
  const page = await newPage(browser, info, 'mozo')
  page.setDefaultTimeout(15_000)
  try {
    await desk.put(`/printers/${bar.id}`, { production_area_ids: [] })
    await page.goto(`/order/${id}`)
    await page.getByRole('button', { name: 'Bebidas', exact: true }).click()
    await tile(page, 'Inca Kola').click()
    await account(page, info)
    await expect(page.getByText('Bar no tiene impresora: avísale de palabra.').first()).toBeVisible()
    await page.screenshot({ path: info.outputPath('noprinter-before.png') })
    await expectAccessible(page)
    await page
      .getByRole('button', { name: /^Enviar: 1 Bar sin impresora/ })
      .last()
      .click()
    const warning = page.getByRole('alert').filter({ hasText: 'El área BAR no tiene impresora' }).first()
    await expect(warning).toBeVisible()
    await page.screenshot({ path: info.outputPath('noprinter-after.png') })
    await page.reload()
    await expect(warning).toBeVisible()
    await warning.getByRole('button', { name: 'Cerrar aviso' }).click()
    await expect(warning).toBeHidden()

    await desk.put(`/printers/${bar.id}`, {
      production_area_ids: bar.production_area_ids,
      print_command: 'PDF',
    })
    await page.getByRole('button', { name: 'Bebidas', exact: true }).click()
    await tile(page, 'Inca Kola').click()
    await account(page, info)
    await page
      .getByRole('button', { name: /^Enviar: 1 Bar/ })
      .last()
      .click()
    const pdf = page.waitForResponse(/command-order-pdf.*area=BAR/)
    await page.getByRole('button', { name: 'Abrir PDF' }).first().click()
    expect((await pdf).ok()).toBe(true)
  } finally {
    await desk.put(`/printers/${bar.id}`, {
      production_area_ids: bar.production_area_ids,
      print_command: 'PRINT',
    })
  }
})

test('what sold out before it was sent is named, and nothing goes until it is taken off', async ({
  browser,
}, info) => {
  const id = await takeaway('Agotado')
  const page = await newPage(browser, info, 'mozo')
  page.setDefaultTimeout(15_000)
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  await tile(page, 'Carapulcra').click()
  await tile(page, 'Cau cau').click()
  const cook = await callerOf('cocina')
  const sale = await (await callerOf('mozo')).get('/catalog/sale')
  const gone = sale.products.find((each: { name: string }) => each.name.startsWith('Carapulcra'))
  try {
    await cook.put(`/products/${gone.id}/sold-out`, { sold_out: true })
    await expect(tile(page, 'Carapulcra.*Agotado')).toBeDisabled()
    const lines = await account(page, info)
    await page
      .getByRole('button', { name: /^Enviar/ })
      .last()
      .click()
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: 'Se agotó antes de enviar: Carapulcra con sopa seca' })
        .first(),
    ).toBeVisible()
    await account(page, info)
    await page.screenshot({ path: info.outputPath('soldout.png') })
    await lineOf(lines, '1 Carapulcra').click()
    await lines.getByRole('button', { name: /^Quitar Carapulcra/ }).click()
    await page
      .getByRole('button', { name: /^Enviar: 1 Cocina/ })
      .last()
      .click()
    await expect(page.getByText(/^Comanda \d{4} enviada$/)).toBeVisible()
  } finally {
    await cook.put(`/products/${gone.id}/sold-out`, { sold_out: false })
  }
})

test('off line one looks and taps; nothing is sent or collected', async ({
  browser,
  expectAccessible,
}, info) => {
  const id = await takeaway('Sin red')
  const page = await newPage(browser, info, 'cajero')
  page.setDefaultTimeout(15_000)
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  await tile(page, 'Cau cau').click()
  await expect(tile(page, 'Cau cau.*En la cuenta: 1')).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText(/^Sin conexión con el servidor desde las/)).toBeVisible()
  await tile(page, 'Rocoto relleno').click()
  const lines = await account(page, info)
  await expect(lines.getByText('Por guardar')).toBeVisible()
  await page.screenshot({ path: info.outputPath('offline.png') })
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: /^Sin conexión/ }).last()).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Cobrar/ }).last()).toBeDisabled()
  await page.context().setOffline(false)
  await expect(page.getByText(/^Sin conexión con el servidor desde las/)).toBeHidden()
  await expect(lines.getByText('Por guardar')).toBeHidden()
  await page
    .getByRole('button', { name: /^Enviar: 2 Cocina/ })
    .last()
    .click()
  await expect(page.getByText(/^Comanda \d{4} enviada$/)).toBeVisible()
})

test('an account that nobody opened on this device is read and added to without the line', async ({
  browser,
}, info) => {
  const guest = `Nunca ${info.project.name}`
  const id = await sent(guest)
  const page = await newPage(browser, info, 'mozo')
  page.setDefaultTimeout(15_000)
  await page.goto('/pos')
  const name = JSON.stringify(['request', id])
  await expect.poll(() => page.evaluate(isKept, name), { timeout: 60_000 }).toBe(true)
  await expect.poll(() => page.evaluate(isKept, JSON.stringify(['catalog', 'sale', 'courses']))).toBe(true)
  await page.context().setOffline(true)
  await expect(page.getByText(/^Sin conexión con el servidor desde las/)).toBeVisible()
  if (phoneSize(info)) await page.getByRole('button', { name: 'Llevar' }).click()
  await page.getByRole('link', { name: new RegExp(guest) }).click()
  await page.waitForURL(`**/order/${id}`)
  await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  await tile(page, 'Cau cau').click()
  const lines = await account(page, info)
  await expect(lineOf(lines, `3 ${dish}`)).toBeVisible()
  await expect(lines.getByText('Por guardar')).toBeVisible()
  await page.screenshot({ path: info.outputPath('never-opened.png') })
})

/** Whether the device holds what goes by this name. */
function isKept(name: string) {
  return new Promise<boolean>((done) => {
    const opening = indexedDB.open('comanda.kept')
    opening.onsuccess = () => {
      const found = opening.result.transaction('kept').objectStore('kept').getKey(name)
      found.onsuccess = () => {
        opening.result.close()
        done(found.result !== undefined)
      }
    }
  })
}
