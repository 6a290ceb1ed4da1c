import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Caller, callerOf, takeAway, withCash } from './support/api'
import { complaints } from './support/layout'
import { expect, test } from './support/test'

test.use({ restaurant: 'sizes' })
test.setTimeout(180_000)
test.skip(({ hasTouch }) => hasTouch, 'it sets the sizes itself')

const phone = [360, 740] as const
/** A phone, tablets upright and lying, and the smallest till. */
const sizes = [phone, [768, 1024], [820, 1180], [1024, 768], [1180, 820], [1280, 800]] as const

/** Every address of the router, as it is written there: a screen that comes is walked to as well. */
const router = readFileSync(join(import.meta.dirname, '../src/app/router.tsx'), 'utf8')
const addresses = [...router.matchAll(/path: '(\/[^']*)'/g)].map((match) => match[1] ?? '')
/** These lead somewhere else for who is signed in. */
const elsewhere = ['/', '/login', '/reset-password', '/new-password', '/own-password', '/license-expired']

/** What the work of a screen is done with is seen as soon as it stands, without scrolling. */
const atHand: Record<string, (page: Page) => ReturnType<Page['getByRole']>[]> = {
  '/pos': (page) => [
    page.getByRole('button', { name: /^Mesa 1/ }).first(),
    page.getByRole('button', { name: 'Nuevo' }).first(),
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
    page.getByRole('button', { name: 'Exacto' }),
    page.getByText('Falta', { exact: true }),
    page.getByRole('button', { name: 'Cobrar S/ 63.00' }),
  ],
  '/cashbox-cycles/:cycleId/close': (page) => [
    page.getByRole('button', { name: '0', exact: true }),
    page.getByRole('button', { name: /^Siguiente/ }),
    page.getByRole('button', { name: /^Terminar conteo/ }),
  ],
}

async function walk(page: Page, route: string, path: string) {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(path)
  await expect(page.locator('main').first()).toBeVisible()
  for (const [width, height] of sizes) {
    const where = `${route} at ${width}×${height}`
    await page.setViewportSize({ width, height })
    // On a phone parts are behind a button, or a scroll away.
    for (const part of width === phone[0] ? [] : (atHand[route]?.(page) ?? []))
      await expect.soft(part, where).toBeInViewport({ ratio: 1 })
    await expect.soft.poll(() => complaints(page), { message: where, timeout: 2_000 }).toEqual([])
  }
}

/** Fills the addresses: an account that is being served, a cash cycle of one's own, a printer, a purchase. */
async function scene(caller: Caller) {
  await withCash(caller)
  const request = await takeAway(caller, { 'Cau cau': 2, 'Inca Kola 500 ml': 1 }, 'Rosa')
  const cycle = await caller.get<{ id: number } | null>('/cashbox-opened-cycle')
  const ids: Record<string, number | undefined> = {
    ':requestId': request,
    ':cycleId': cycle?.id,
    ':printerId': 1,
    ':purchaseId': await bought(caller),
  }
  return (route: string) => route.replace(/:\w+/, (name) => `${ids[name]}`)
}

/** A purchase that is owed in two parts. */
async function bought(caller: Caller) {
  const { id: provider_id } = await caller.post('/providers', {
    document_type: 'RUC',
    document_number: '20131312955',
    business_name: 'Distribuidora San Martín S.A.C.',
  })
  const [supply] = await caller.get<{ id: number }[]>('/supplies?page=false')
  const purchase = await caller.post<{ id: number }>('/purchase', {
    type: 'CREDITO',
    document: 'FACTURA',
    serie: 'F014',
    number: '28431',
    provider_id,
    items: [{ item_id: supply?.id, item_type: 'SUPPLY', quantity: '10', buy_price: '8.5' }],
    numberQuotes: 2,
  })
  return purchase.id
}

test('every screen of the administrator on a phone, a tablet and a till', async ({ page, signIn }) => {
  const filled = await scene(await callerOf('admin'))
  await signIn('admin')
  for (const route of addresses) if (!elsewhere.includes(route)) await walk(page, route, filled(route))
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
