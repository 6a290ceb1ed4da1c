import type { Page } from '@playwright/test'
import { callerOf, takeAway } from './support/api'
import { complaints } from './support/layout'
import { scene, screens } from './support/routes'
import { expect, test } from './support/test'

test.use({ restaurant: 'sizes' })
test.setTimeout(180_000)
test.skip(({ hasTouch }) => hasTouch, 'it sets the sizes itself')

const phone = [360, 740] as const
/** A phone, tablets upright and lying, and the smallest till. */
/* A phone that was turned: the till sells on it too, and it is as low as a window gets. */
const turned = [740, 360] as const
const sizes = [phone, [768, 1024], [820, 1180], [1024, 768], [1180, 820], [1280, 800]] as const

/** What the work of a screen is done with is seen as soon as it stands, without scrolling. */
const atHand: Record<string, (page: Page) => ReturnType<Page['getByRole']>[]> = {
  '/pos': (page) => [
    page.getByRole('button', { name: /^Mesa 1/ }).first(),
    // Beside the tables, or counted at the foot of a low window.
    page.getByRole('button', { name: isLow(page) ? /Para llevar$/ : 'Nuevo' }).first(),
  ],
  '/order/:requestId': (page) => [
    page.getByRole('navigation', { name: 'Categorías' }).getByRole('button').first(),
    page.getByRole('button', { name: /^Causa limeña/ }),
    page.getByRole('button', { name: /^Precuenta/ }),
    page.getByRole('button', { name: /^(Enviar|Nada por enviar)/ }),
  ],
  '/payment/:requestId': (page) => [
    page.getByRole('region', { name: 'Pago' }).getByText('63.00').first(),
    page.getByRole('radio', { name: 'Efectivo' }),
    page.getByRole('radio', { name: 'Transferencia' }),
    ...['1', '0', '.', '10', '200'].map((name) => page.getByRole('button', { name, exact: true })),
    page.getByRole('button', { name: 'Exacto', exact: true }),
    page.getByText('Falta', { exact: true }),
    page.getByRole('button', { name: 'Cobrar S/ 63.00' }),
  ],
  '/cashbox-cycles/:cycleId/close': (page) => [
    page.getByRole('button', { name: '0', exact: true }),
    page.getByRole('button', { name: /^Siguiente/ }),
    page.getByRole('button', { name: /^Terminar conteo/ }),
  ],
}

/** The same on a turned phone, where half a pad and the rest of the account are a scroll away. */
const atHandTurned: typeof atHand = {
  ...atHand,
  '/payment/:requestId': (page) => [
    page.getByRole('region', { name: 'Pago' }).getByText('63.00').first(),
    page.getByRole('radio', { name: 'Transferencia' }),
    page.getByRole('button', { name: 'Exacto', exact: true }),
    page.getByRole('button', { name: 'Cobrar S/ 63.00' }),
  ],
  '/monitor-production': (page) => [page.getByRole('button', { name: 'Recuperar' })],
}
const onATurnedPhone = [
  '/pos',
  '/order/:requestId',
  '/payment/:requestId',
  '/cashbox-cycles/:cycleId/close',
  '/monitor-production',
]

const isLow = (page: Page) =>
  (page.viewportSize()?.height ?? 0) <= 800 && (page.viewportSize()?.width ?? 0) <= 1100

async function walk(page: Page, route: string, path: string) {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(path)
  await expect(page.locator('main').first()).toBeVisible()
  for (const [width, height] of [...sizes, ...(onATurnedPhone.includes(route) ? [turned] : [])]) {
    const where = `${route} at ${width}×${height}`
    await page.setViewportSize({ width, height })
    // On a phone parts are behind a button, or a scroll away.
    const near = width === turned[0] ? atHandTurned : atHand
    for (const part of width === phone[0] ? [] : (near[route]?.(page) ?? []))
      await expect.soft(part, where).toBeInViewport({ ratio: 1 })
    await expect.soft.poll(() => complaints(page), { message: where, timeout: 2_000 }).toEqual([])
  }
}

test('every screen of the administrator on a phone, a tablet and a till', async ({ page, signIn }) => {
  const filled = await scene(await callerOf('admin'))
  await signIn('admin')
  for (const route of screens) await walk(page, route, filled(route))
})

/** What the others see that an administrator does not: their own panel, and screens without what they may not do. */
const others = [
  ['cajero', ['/dashboard', '/pos', '/order/:requestId', '/pos-options', '/cashbox-cycles', '/clients']],
  ['mozo', ['/dashboard', '/pos', '/order/:requestId', '/pos-options']],
  ['cocina', ['/dashboard', '/monitor-production']],
  ['contador', ['/dashboard']],
] as const

test('the screens of the others on a phone, a tablet and a till', async ({ page, signIn }) => {
  const waiter = await callerOf('mozo')
  const request = await takeAway(waiter, { 'Cau cau': 2 }, 'Beto')
  for (const [username, routes] of others) {
    await signIn(username)
    for (const route of routes) await walk(page, route, route.replace(':requestId', `${request}`))
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
  }
})

test('the minutes of an area are read whole on a phone', async ({ page, signIn }) => {
  await signIn('admin')
  await page.setViewportSize({ width: phone[0], height: phone[1] })
  await page.goto('/production-areas')
  const cells = page.getByRole('cell')
  await expect(cells.filter({ hasText: 'tarde a los' }).first()).toBeVisible()
  const cut = await cells.evaluateAll((all) =>
    all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
  )
  expect(cut).toEqual([])
})
