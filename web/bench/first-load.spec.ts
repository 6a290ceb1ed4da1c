import { writeFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { password, test } from '../e2e/support/test'

/** A phone of the cheaper kind, four times slower than this machine. */
const slower = 4
/** What WebPageTest calls 3G Fast: 1.6 Mbit/s down, 768 kbit/s up, 150 ms there and back. */
const fast3g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 768e3 / 8,
}
const runs = 5

const screens = [
  { name: 'login', path: '/login', usable: (page: Page) => page.getByRole('button', { name: 'Ingresar' }) },
  { name: 'pos', path: '/pos', usable: (page: Page) => page.getByRole('button', { name: /^Mesa 1\b/ }) },
]

const measured: Record<string, number[]> = {}
test.use({ restaurant: 'first load' })
test.afterAll(() => {
  if (process.env.BENCH_OUT) writeFileSync(process.env.BENCH_OUT, JSON.stringify(measured))
})

/** A phone's browser, without or with the program kept on the device. */
async function phone(browser: Browser, kept: boolean) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    locale: 'es-PE',
    serviceWorkers: kept ? 'allow' : 'block',
    baseURL: process.env.COMANDA_URL,
  })
  return { context, page: await context.newPage() }
}

async function signIn(page: Page) {
  await page.goto('/login')
  await page.getByLabel('Usuario', { exact: true }).fill('mozo')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.getByRole('button', { name: /^Mesa 1\b/ }).waitFor()
}

/** From the address asked for until the screen can be used, with what was sent meanwhile. */
async function load(context: BrowserContext, page: Page, screen: (typeof screens)[number], kept: boolean) {
  const link = await context.newCDPSession(page)
  await link.send('Network.enable')
  if (!kept) await link.send('Network.clearBrowserCache')
  await link.send('Network.emulateNetworkConditions', fast3g)
  await link.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const scripts = new Set<string>()
  const sent = { scripts: 0, bytes: 0 }
  link.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  link.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sent.bytes += encodedDataLength
    if (scripts.has(requestId)) sent.scripts += 1
  })
  const began = Date.now()
  await page.goto(screen.path, { waitUntil: 'commit' })
  await screen.usable(page).waitFor()
  return { ms: Date.now() - began, ...sent }
}

const keep = (name: string, value: number) => {
  measured[name] = [...(measured[name] ?? []), value]
}

for (const kept of [false, true]) {
  for (const screen of screens) {
    test(`${screen.name}, ${kept ? 'kept on the device' : 'for the first time'}`, async ({ browser }) => {
      for (let run = 0; run < runs; run += 1) {
        const { context, page } = await phone(browser, kept)
        if (screen.name === 'pos') await signIn(page)
        else await page.goto(screen.path)
        if (kept) {
          await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
          await page.waitForFunction(() => caches.keys().then((names) => names.length > 0))
        }
        await page.goto('about:blank')
        const { ms, scripts, bytes } = await load(context, page, screen, kept)
        const name = `${screen.name}: ${kept ? 'warm' : 'cold'}`
        keep(name, ms)
        keep(`${name} bytes`, bytes)
        keep(`${name} scripts`, scripts)
        await context.close()
      }
    })
  }
}
