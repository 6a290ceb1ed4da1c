import type { Locator, Page } from '@playwright/test'
import { takeaway } from './support/account'
import { supervisorAtTheTill, takeAway } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'back' })

const till = supervisorAtTheTill()

/** Two presses of back, so many ms from one to the other; or of the browser's own button, which leads on from what was pressed last. */
const ways = [0, 5, 20, 50, 'button'] as const

async function backTwice(page: Page, way: (typeof ways)[number]) {
  if (way === 'button') {
    const link = await page.context().newCDPSession(page)
    const { currentIndex, entries } = await link.send('Page.getNavigationHistory')
    const steps = [1, 2].map((by) => ({ entryId: entries[currentIndex - by]?.id ?? 0 }))
    await Promise.all(steps.map((each) => link.send('Page.navigateToHistoryEntry', each)))
    return
  }
  await page.evaluate(async (ms) => {
    window.history.back()
    if (ms > 0) await new Promise((later) => setTimeout(later, ms))
    window.history.back()
  }, way)
}

const entry = (page: Page) => page.evaluate(() => window.history.state.idx as number)
const account = (page: Page) => page.getByRole('navigation', { name: 'Categorías' })
const map = (page: Page) => page.getByRole('button', { name: /^Mesa 10/ })

/** The map, an account, the map and the account again: what the last one's history is, all of it of one visit. */
async function accountTwice(page: Page, name: string, isPhone: boolean) {
  for (const again of [false, true]) {
    if (again) await page.getByRole('link', { name: 'Volver a las mesas' }).click()
    if (isPhone) await page.getByRole('button', { name: 'Llevar' }).click()
    await page.getByRole('link', { name: new RegExp(name) }).click()
    await expect(account(page)).toBeVisible()
  }
  expect(await entry(page)).toBe(3)
}

/** Nothing moves any more, and what is shown belongs to the entry of the history that the browser is at. */
async function expectSettled(page: Page, trail: string[], screens: Record<string, Locator>) {
  let before = -1
  await expect
    .poll(
      async () => {
        const now = await entry(page)
        const stands = now === before && new URL(page.url()).pathname === trail[now]
        before = now
        return stands
      },
      { intervals: [600] },
    )
    .toBe(true)
  await expect(screens[trail[before] ?? ''] ?? page.locator('none')).toBeVisible()
  return before
}

for (const way of ways) {
  const said = way === 'button' ? "of the browser's button" : `${way} ms from one to the other`

  test(`two presses, ${said}, leave no layer open and the history whole`, async ({ browser }, info) => {
    const name = `Una ${way} ${info.project.name}`
    const id = await takeaway(name)
    const page = await newPage(browser, info, 'mozo')
    const isPhone = info.project.use.hasTouch === true
    await accountTwice(page, name, isPhone)
    const order = `/order/${id}`
    const trail = ['/pos', order, '/pos', order]
    const screens = { '/pos': map(page), [order]: account(page) }
    await page.getByRole('button', { name: isPhone ? /^S\/\s/ : 'Agregar cliente' }).click()
    const layer = page.getByRole('dialog')
    await expect(layer).toBeVisible()
    await backTwice(page, way)
    await expect(layer).toHaveCount(0)
    const at = await expectSettled(page, trail, screens)
    // The second press may come when the layer is closed, and then it is one like any other; the button's leads two entries back.
    const last = way === 'button' ? 1 : 2
    expect(at).toBeGreaterThanOrEqual(way === 0 ? 3 : last)
    await page.goBack()
    expect(await expectSettled(page, trail, screens)).toBe(at - 1)
    await page.goForward()
    expect(await expectSettled(page, trail, screens)).toBe(at)
  })

  test(`two presses, ${said}, close a dialog and the sheet below it`, async ({ browser }, info) => {
    test.skip(!info.project.use.hasTouch, 'a sheet is of a phone')
    const name = `Dos ${way}`
    const id = await takeaway(name)
    const page = await newPage(browser, info, 'mozo')
    await accountTwice(page, name, true)
    await page.getByRole('button', { name: /^S\/\s/ }).click()
    await page.getByRole('button', { name: 'Agregar cliente' }).click()
    const layers = page.getByRole('dialog')
    await expect(layers).toHaveCount(2)
    await backTwice(page, way)
    const order = `/order/${id}`
    const trail = ['/pos', order, '/pos', order]
    const screens = { '/pos': map(page), [order]: account(page) }
    await expectSettled(page, trail, screens)
    // The browser may make one of two presses.
    if ((await layers.count()) === 1) await page.goBack()
    await expect(layers).toHaveCount(0)
    expect(await expectSettled(page, trail, screens)).toBe(3)
    await page.goBack()
    expect(await expectSettled(page, trail, screens)).toBe(2)
  })

  test(`two presses, ${said}, lose nothing that was typed`, async ({ page, signIn }, info) => {
    test.skip(info.project.use.hasTouch === true, 'the office has a menu at its side')
    await signIn('admin')
    await page.goto('/payment-options')
    for (const place of ['Impresoras', 'Medios de pago']) {
      await page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: place }).click()
    }
    await page.getByRole('button', { name: 'Nuevo medio de pago' }).click()
    const form = page.getByRole('dialog', { name: 'Nuevo medio de pago' })
    await form.getByLabel('Nombre').fill('Trueque')
    const at = await entry(page)
    const address = page.url()
    await backTwice(page, way)
    // Answered by the second press, where that came when the question stood.
    const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
    await page.waitForTimeout(1000)
    if (await question.isVisible()) await question.getByRole('button', { name: 'Seguir editando' }).click()
    await expect(question).toBeHidden()
    await expect(form.getByLabel('Nombre')).toHaveValue('Trueque')
    expect([await entry(page), page.url()]).toEqual([at, address])
    await page.goBack()
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await expect(form).toBeHidden()
    await expect.poll(() => entry(page)).toBe(at - 1)
    await page.goForward()
    await expect(form.getByLabel('Nombre')).toHaveValue('')
    expect(await entry(page)).toBe(at)
  })
}

test('Esc and back together close one each, what is in front first', async ({ browser }, info) => {
  test.skip(!info.project.use.hasTouch, 'a sheet is of a phone')
  const id = await takeaway('Esc')
  const page = await newPage(browser, info, 'mozo')
  await accountTwice(page, 'Esc', true)
  const order = `/order/${id}`
  const sheet = page.getByRole('dialog', { name: 'Cuenta' })
  const layers = page.getByRole('dialog')
  const open = async () => {
    await page.getByRole('button', { name: /^S\/\s/ }).click()
    await page.getByRole('button', { name: 'Agregar cliente' }).click()
    await expect(layers).toHaveCount(2)
  }
  await open()
  await page.keyboard.press('Escape')
  await expect(layers).toHaveCount(1)
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(layers).toHaveCount(0)
  await open()
  // The browser's own request to close comes to a dialog as `cancel`.
  await page.evaluate(() => {
    window.history.back()
    const front = [...document.querySelectorAll('dialog')].at(-1)
    front?.dispatchEvent(new Event('cancel', { cancelable: true }))
  })
  await expect(layers).toHaveCount(0)
  const screens = { '/pos': map(page), [order]: account(page) }
  expect(await expectSettled(page, ['/pos', order, '/pos', order], screens)).toBe(3)
})

test('one back closes the menu alone that is open in front of a sheet, or of the screen', async ({
  browser,
}, info) => {
  test.skip(!info.project.use.hasTouch, 'a sheet is of a phone')
  const id = await takeaway('Menú')
  const page = await newPage(browser, info, 'mozo')
  await accountTwice(page, 'Menú', true)
  const order = `/order/${id}`
  await page.getByRole('button', { name: /^S\/\s/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Cuenta' })
  const menu = page.locator('[popover]:popover-open')
  await sheet.getByRole('button', { name: 'Más opciones de la cuenta' }).click()
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toHaveCount(0)
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  const screens = { '/pos': map(page), [order]: account(page) }
  expect(await expectSettled(page, ['/pos', order, '/pos', order], screens)).toBe(3)
  await page.goBack()
  await expect(map(page)).toBeVisible()
  await page.getByRole('button', { name: 'Sesión de' }).click()
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toHaveCount(0)
  expect(await expectSettled(page, ['/pos', order, '/pos', order], screens)).toBe(2)
})

for (const opened of ['by its address', 'again'] as const) {
  test(`one back closes one layer of an order that was opened ${opened}`, async ({ browser }, info) => {
    test.skip(!info.project.use.hasTouch, 'a sheet is of a phone')
    const id = await takeaway(`Dirección ${opened}`)
    const page = await newPage(browser, info, 'mozo')
    if (opened === 'again') {
      await accountTwice(page, `Dirección ${opened}`, true)
      await page.reload()
    } else {
      await page.goto(`/order/${id}`)
    }
    await page.getByRole('button', { name: /^S\/\s/ }).click()
    await page.getByRole('button', { name: 'Agregar cliente' }).click()
    const layers = page.getByRole('dialog')
    await expect(layers).toHaveCount(2)
    for (const left of [1, 0]) {
      await page.goBack()
      await expect(layers).toHaveCount(left)
      await expect(account(page)).toBeAttached()
    }
    await page.goBack()
    await expect(account(page)).toHaveCount(0)
  })
}

test('one back closes the refund alone that was opened where one collects', async ({ browser }, info) => {
  const id = await takeAway(till, { 'Cau cau': 1 })
  const page = await newPage(browser, info, 'supervisor')
  await page.goto(`/order/${id}`)
  await expect(account(page)).toBeVisible()
  await page.goto(`/payment/${id}`)
  await page.getByRole('button', { name: 'Exacto', exact: true }).click()
  await page.getByRole('button', { name: /^Cobrar S\// }).click()
  await expect(page.getByText(/cobrada$/)).toBeVisible()
  for (const opened of ['at once', 'after a reload']) {
    if (opened === 'after a reload') await page.reload()
    await page.getByRole('button', { name: /^Anular o devolver/ }).click()
    const refund = page.getByRole('dialog', { name: /^Anular / })
    await refund.getByRole('radio', { name: /Volver a cobrar/ }).click()
    await refund.getByRole('button', { name: 'Cliente equivocado' }).click()
    await refund.getByRole('button', { name: /Anular y devolver S/ }).click()
    const pin = page.getByRole('dialog', { name: 'Anular y devolver' })
    await expect(pin).toBeVisible()
    await page.goBack()
    await expect(pin).toHaveCount(0)
    await expect(refund).toBeVisible()
    await page.goBack()
    const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await expect(refund).toHaveCount(0)
    await page.getByRole('button', { name: /^Anular o devolver/ }).click()
    await expect(refund.getByRole('radio', { name: /Volver a cobrar/ })).toBeVisible()
    await page.goBack()
    await expect(refund).toHaveCount(0)
    await page.waitForTimeout(600)
    expect(new URL(page.url()).pathname).toBe(`/payment/${id}`)
  }
})

test('the tab of the options that is open already adds nothing to go back through', async ({
  browser,
}, info) => {
  const page = await newPage(browser, info, 'supervisor')
  await page.goto('/pos')
  await page.goto('/pos-options')
  const tabs = page.getByRole('navigation', { name: 'Opciones' }).getByRole('button')
  const [first, second] = [tabs.nth(0), tabs.nth(1)]
  for (const tab of [first, first, second, second]) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-current', 'page')
  }
  expect(await entry(page)).toBe(1)
  await page.goBack()
  await expect(first).toHaveAttribute('aria-current', 'page')
})

test('one back leads to the map again that was left for another site and come back to', async ({
  browser,
}, info) => {
  const name = `Vuelta ${info.project.name}`
  await takeaway(name)
  const page = await newPage(browser, info, 'mozo')
  await page.goto('about:blank')
  await page.goto('/pos')
  await page.getByRole('button', { name: 'Sesión de' }).click()
  const menu = page.locator('[popover]:popover-open')
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toHaveCount(0)
  await page.goBack()
  await page.waitForURL('about:blank')
  await page.goForward()
  await expect(map(page)).toBeVisible()
  if (info.project.use.hasTouch) await page.getByRole('button', { name: 'Llevar' }).click()
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(account(page)).toBeVisible()
  await page.goBack()
  await expect(map(page)).toBeVisible()
  await page.waitForTimeout(600)
  expect(new URL(page.url()).pathname).toBe('/pos')
})
