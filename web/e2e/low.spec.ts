import type { Locator, Page } from '@playwright/test'
import { lineOf, takeaway, tile } from './support/account'
import { callerOf, takeAway, withCash } from './support/api'
import { complaints, isRingCut } from './support/layout'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'low' })
test.setTimeout(180_000)
test.skip(({ hasTouch }) => hasTouch, 'it sets the sizes itself')

const upright = { width: 360, height: 740 }
const lying = { width: 740, height: 360 }
/** The lowest that is sold, whose sheets come from below. */
const small = { width: 667, height: 375 }
const tablet = { width: 1024, height: 768 }

let done: () => Promise<void>
test.beforeAll(async () => {
  done = await withCash(await callerOf('cajero'))
})
test.afterAll(() => done())

/** That nobody would complain, in both colours and at each size. */
async function expectGood(page: Page, name: string, sizes = [lying]) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const where = `${name} at ${size.width}×${size.height}`
      await expect.soft.poll(() => complaints(page), { message: where, timeout: 2_000 }).toEqual([])
      const path = test.info().outputPath(`${name}-${size.width}-${colorScheme}.png`)
      await page.screenshot({ path })
    }
  }
}

async function expectWhole(...parts: Locator[]) {
  for (const part of parts) await expect.soft(part).toBeInViewport({ ratio: 1 })
}

/** What the waiter sent, to be changed. */
const sent = async () =>
  takeAway(await callerOf('mozo'), { 'Cau cau': 1, 'Inca Kola 500 ml': 2, 'Rocoto relleno': 3 })

const key = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('menus stay in a low window and scroll', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'cajero')
  await page.setViewportSize(lying)
  await page.goto('/pos')
  await page.getByRole('button', { name: /^Sesión de/ }).click()
  await expect(page.getByRole('link', { name: 'Mi perfil' })).toBeVisible()
  await expectGood(page, 'own-menu')
  await key(page, 'Cerrar sesión').scrollIntoViewIfNeeded()
  await expectWhole(key(page, 'Cerrar sesión'))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Mesa 8\b/ }).click()
  const counts = page.getByRole('dialog').getByRole('button')
  await expectGood(page, 'table', [lying, small])
  for (const count of await counts.all()) await expectWhole(count)
  await page.setViewportSize(lying)
  await key(page, '2 personas').click()
  await page.getByRole('button', { name: 'Más opciones de la cuenta' }).click()
  await expectGood(page, 'account-menu')
  const last = page.locator(':popover-open').getByRole('button').last()
  await last.scrollIntoViewIfNeeded()
  await expectWhole(last)
})

test('what a dish asks has most of a low window, and an extra its name', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'mozo')
  await page.setViewportSize(lying)
  await page.goto(`/order/${await takeaway('Baja')}`)
  await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  await tile(page, 'Lomo saltado').click()
  const panel = page.getByRole('region', { name: /Lomo saltado/ })
  await panel.getByRole('radio').first().click()
  const extra = panel.getByRole('button', { name: /^Huevo frito/ })
  await extra.click()
  await expectGood(page, 'dish', [lying, tablet, small])
  await extra.scrollIntoViewIfNeeded()
  const [name, steps] = [extra.locator('b'), panel.getByRole('group', { name: /Huevo frito/ })]
  const [words, stepper] = [await name.boundingBox(), await steps.boundingBox()]
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(stepper?.x ?? 0)
  // One line of words: the amount does not break.
  await page.setViewportSize(lying)
  const add = panel.getByRole('button', { name: /^Agregar/ }).getByText(/^Agregar/)
  expect((await add.boundingBox())?.height).toBeLessThan(48)
})

test('a dish that is taken back is in sight, also when the phone is turned', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'mozo')
  await page.setViewportSize(upright)
  await page.goto(`/order/${await sent()}`)
  await page.getByRole('button', { name: /^S\/\s/ }).click()
  const lines = page.getByRole('region', { name: 'Líneas de la cuenta' })
  await lineOf(lines, '3 Rocoto relleno').click()
  await lines.getByRole('button', { name: 'Anular' }).click()
  const panel = page.getByRole('region', { name: 'Anular platos enviados' })
  await expect(panel).toBeVisible()
  await page.setViewportSize(lying)
  await expectWhole(panel.getByRole('button', { name: /^3 Rocoto relleno/ }))
  await expectGood(page, 'dismiss', [lying, small])
})

test('an amount and its keys are seen together in a low window', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'cajero')
  const id = await sent()
  const keys = [...'123456789.0'].map((name) => key(page, name)).concat(key(page, 'Borrar'))
  for (const [path, entry] of [
    [`/order/${id}`, 'Cargo o propina'],
    [`/order/${id}`, 'Descuento / cortesía'],
    [`/payment/${id}`, 'Cargo o propina'],
    [`/payment/${id}`, 'Descuento / cortesía'],
  ] as const) {
    await page.setViewportSize(lying)
    await page.goto(path)
    if (path.startsWith('/order')) {
      await page.getByRole('button', { name: 'Más opciones de la cuenta' }).click()
    }
    await page.getByRole('button', { name: entry }).click()
    const panel = page.getByRole('region', { name: /^(Cargo|Descuento) o/ })
    const pad = panel.getByRole('group', { name: 'Teclado numérico' })
    await expectWhole(pad, panel.getByRole('status'))
    await expectGood(page, `${path.slice(1, 4)}-${entry.slice(0, 5)}`, [lying, tablet, upright, small])
  }
  await page.setViewportSize(lying)
  const desk = await callerOf('cajero')
  const cycle = await desk.get<{ id: number }>('/cashbox-opened-cycle')
  await page.goto(`/cashbox-cycles/${cycle.id}/close`)
  await expectWhole(...keys, page.getByRole('button', { name: 'Terminar conteo' }))
  await page.getByRole('button', { name: /^Transferencia/ }).click()
  await expectGood(page, 'close', [lying, small, tablet])

  const other = await newPage(browser, info, 'supervisor')
  await other.setViewportSize(lying)
  await other.goto('/cashbox-cycles')
  await other
    .getByRole('button', { name: /^Abrir caja/ })
    .first()
    .click()
  const opening = other.getByRole('dialog')
  await expectWhole(
    opening.getByLabel('Monto de apertura'),
    opening.getByRole('group', { name: 'Teclado numérico' }),
    opening.getByRole('button', { name: /^Abrir caja/ }),
  )
  await expectGood(other, 'open', [lying, small])
})

test('what was paid of an account, and what is given back, fit a low window', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'cajero')
  await page.setViewportSize(lying)
  await page.goto(`/payment/${await sent()}`)
  await page.getByText('Partes', { exact: true }).click()
  await key(page, 'Exacto').click()
  await page.getByRole('button', { name: /^Cobrar S\// }).click()
  await expect(page.getByText(/cobrada$/).first()).toBeVisible()
  const due = page.getByRole('region', { name: 'Pago' }).getByText('Parte 2 de 2')
  await expectWhole(due)
  expect((await due.boundingBox())?.height).toBeLessThan(30)
  await expectGood(page, 'part', [lying, upright])
  await page.setViewportSize(lying)
  await page
    .getByRole('button', { name: /^Anular o devolver/ })
    .first()
    .click()
  await page.getByRole('radio', { name: /Devolver el dinero/ }).click()
  await expectGood(page, 'refund', [lying, small])
})

test('keys of an amount are whole in a low window, and what they type', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'cajero')
  await page.setViewportSize(lying)
  await page.goto(`/payment/${await sent()}`)
  const pay = page.getByRole('region', { name: 'Pago' })
  await expect(key(page, 'Exacto')).toBeVisible()
  await expectWhole(...(await pay.getByRole('radio').all()))
  await expectWhole(...[...'1234567890.', '10', '20', '50', '100', '200'].map((name) => key(page, name)))
  await expectWhole(pay.getByRole('button', { name: 'Borrar' }))
  for (const digit of '200') await key(page, digit).first().click()
  await expectWhole(pay.getByText('Por cobrar'), pay.getByRole('button', { name: /^Efectivo S\/ 200\.00/ }))
  await expectWhole(pay.getByRole('status').filter({ hasText: 'Vuelto' }), key(page, '0'), key(page, '200'))
  await expectGood(page, 'pay', [lying, small])
})

test('nothing stands empty above the button that collects', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'cajero')
  await page.setViewportSize(upright)
  await page.goto(`/payment/${await sent()}`)
  await key(page, 'Exacto').click()
  const collect = page.getByRole('button', { name: /^Cobrar S\// })
  const strip = await collect.evaluate((button) => button.parentElement?.getBoundingClientRect().height)
  expect(strip).toBeLessThan(((await collect.boundingBox())?.height ?? 0) + 28)
})

test('the ring of what has the focus is whole', async ({ browser }, info) => {
  const page = await newPage(browser, info, 'cajero')
  await page.setViewportSize(tablet)
  await page.goto('/pos')
  const rooms = page.getByRole('button', { name: /^(Terraza|Salón)/ })
  await rooms.first().focus()
  await page.keyboard.press('Tab')
  for (const room of await rooms.all()) {
    await room.focus()
    expect(await isRingCut(page)).toBe(false)
  }
  await page.goto(`/payment/${await sent()}`)
  await page.getByText('Partes', { exact: true }).click()
  const parts = page.getByRole('group', { name: '¿Entre cuántos?' }).getByRole('button')
  await page.keyboard.press('Tab')
  for (const part of await parts.all()) {
    await part.focus()
    expect(await isRingCut(page)).toBe(false)
  }
})
