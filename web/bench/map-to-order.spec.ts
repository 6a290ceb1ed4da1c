import { writeFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { callerOf } from '../e2e/support/api'
import { password, test } from '../e2e/support/test'

const devices = [
  { name: 'desktop', slower: 1, options: { viewport: { width: 1280, height: 800 } } },
  // A phone of the cheaper kind, four times slower than this machine.
  {
    name: 'phone',
    slower: 4,
    options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  },
]
const taps = 20
const tables = 6
const opened: string[] = []

const measured: Record<string, number[]> = {}
test.use({ restaurant: 'map to order' })
test.afterAll(() => {
  if (process.env.BENCH_OUT) writeFileSync(process.env.BENCH_OUT, JSON.stringify(measured))
})

/** Tables with guests, and something for each of them. */
test.beforeAll(async () => {
  const waiter = await callerOf('mozo')
  const floor = await waiter.get('/floor')
  const { products } = await waiter.get('/catalog/sale')
  const names = ['Papa a la huancaína', 'Cau cau', 'Inca Kola 500 ml', 'Café pasado']
  const lines = products
    .filter((each: { name: string }) => names.includes(each.name))
    .map(({ id }: { id: number }) => ({ product: { id }, qty: '2' }))
  type Table = { id: number; name: string; status_table: string }
  const free = floor.salons[0].tables.filter((table: Table) => table.status_table === 'AVAILABLE')
  for (const { id, name } of free.slice(0, tables)) {
    const { client_request_id } = await waiter.put(`/tables/${id}/open`, { persons: 2 })
    await waiter.post('/orders', { client_request: client_request_id, send: false, products: lines })
    opened.push(name)
  }
})

const tableAt = (page: Page, at: number) =>
  page.getByRole('button', { name: new RegExp(`^Mesa ${opened[at % opened.length]} `) })

async function atTheMap(browser: Browser, { slower, options }: (typeof devices)[number]) {
  const base = { locale: 'es-PE', serviceWorkers: 'block', baseURL: process.env.COMANDA_URL } as const
  const context = await browser.newContext({ ...base, ...options, reducedMotion: 'no-preference' })
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.goto('/login')
  await page.getByLabel('Usuario', { exact: true }).fill('mozo')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await tableAt(page, 0).waitFor()
  // The app has brought by then what the next tap may need.
  await page.waitForTimeout(4000)
  const link = await context.newCDPSession(page)
  await link.send('Emulation.setCPUThrottlingRate', { rate: slower })
  return page
}

/** From the click to the frame after the one that draws the first dishes and the account. */
function watch() {
  const stood: number[] = []
  let clicked = 0
  Object.assign(window, { stood })
  document.addEventListener(
    'click',
    (event) => {
      if ((event.target as Element).closest('main button[data-state]')) clicked = event.timeStamp
    },
    true,
  )
  new MutationObserver(() => {
    if (!clicked || !document.querySelector('main button[data-product]')) return
    const since = clicked
    clicked = 0
    requestAnimationFrame(() => requestAnimationFrame(() => stood.push(performance.now() - since)))
  }).observe(document, { childList: true, subtree: true })
}

async function tap(page: Page, at: number) {
  const table = tableAt(page, at)
  // By a click and not by a finger, which a busy machine would hold down too long: that opens the table's menu.
  await table.evaluate((button: HTMLElement) => button.click())
  await page.waitForFunction((n) => (window as unknown as { stood: number[] }).stood.length > n, at)
  await page.waitForTimeout(700)
  await page.goBack()
  await table.waitFor()
  await page.waitForTimeout(700)
}

for (const device of devices) {
  test(`${device.name}: a table is tapped until its order stands`, async ({ browser }) => {
    const page = await atTheMap(browser, device)
    for (let at = 0; at < taps; at += 1) await tap(page, at)
    const times = await page.evaluate(() => (window as unknown as { stood: number[] }).stood)
    measured[`map to order: ${device.name}`] = times
    const sorted = [...times].sort((a, b) => a - b)
    const part = (of: number) => Math.round(sorted[Math.ceil(sorted.length * of) - 1] ?? 0)
    console.log(`map to order, ${device.name}: p50 ${part(0.5)} ms, p95 ${part(0.95)} ms`)
    await page.context().close()
  })
}
