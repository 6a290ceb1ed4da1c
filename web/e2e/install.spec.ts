import type { Page } from '@playwright/test'
import { takeaway } from './support/account'
import { openFront } from './support/front'
import { expect, password, test } from './support/test'

test.use({ restaurant: 'install', serviceWorkers: 'allow' })
test.skip(({ viewport }) => viewport?.width !== 360, 'a phone is what is slow to start')

let front: Awaited<ReturnType<typeof openFront>>
test.beforeAll(async () => {
  front = await openFront(process.env.COMANDA_URL ?? '')
})
test.afterAll(() => front?.end())
// The whole program is fetched and kept.
test.setTimeout(180_000)

const programIsKept = async () => {
  const known = await navigator.serviceWorker.getRegistration()
  const worker = known ?? (await navigator.serviceWorker.register('/sw.js').catch(() => null))
  return worker?.active?.state === 'activated'
}

/** Signed in through the front, with the program kept on the device. */
async function installed(page: Page) {
  await page.goto(`${front.url}/login`)
  await page.getByLabel('Usuario', { exact: true }).fill('mozo')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.getByRole('button', { name: /^Mesa 1\b/ }).waitFor()
  // One file that does not come undoes all of it: it is begun again then, as the next start of the app would.
  await expect.poll(() => page.evaluate(programIsKept), { timeout: 100_000 }).toBe(true)
  await page.reload()
  await page.waitForFunction(() => !!navigator.serviceWorker.controller)
  await page.getByRole('button', { name: /^Mesa 1\b/ }).waitFor()
}

const newVersionWaits = async () => {
  const known = await navigator.serviceWorker.getRegistration()
  await known?.update()
  return !!known?.waiting
}

const keptAddresses = () =>
  caches
    .keys()
    .then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
    .then((all) => all.flat().map((kept) => new URL(kept.url).pathname))

/** The scripts that were run before the first table was drawn. */
const runBeforeTheMap = () => {
  const drawn = performance.getEntriesByName('drawn')[0]?.startTime ?? 0
  return performance
    .getEntriesByType('resource')
    .filter((each) => each.name.endsWith('.js') && each.startTime < drawn)
    .map((each) => new URL(each.name).pathname)
}

test('nothing is run before the map is drawn but what its page names', async ({ page }) => {
  await installed(page)
  await page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (!document.querySelector('main button[data-state]')) return
      watch.disconnect()
      performance.mark('drawn')
    }).observe(document, { childList: true, subtree: true })
  })
  const response = await page.reload()
  await page.getByRole('button', { name: /^Mesa 1\b/ }).waitFor()
  const named = (await response?.text()) ?? ''
  const run = await page.evaluate(runBeforeTheMap)
  expect(run.length).toBeGreaterThan(2)
  expect(run.filter((file) => !named.includes(`"${file}"`))).toEqual([])
})

test('the program is kept on the device, and nothing that the server knows', async ({ page }) => {
  await installed(page)
  const kept = await page.evaluate(keptAddresses)
  expect(kept).toContain('/pos.html')
  const isProgram = /^\/(assets\/[^/]+|floor\.js|[\w-]+\.(html|svg|png|webmanifest))$/
  expect(kept.filter((path) => !isProgram.test(path))).toEqual([])
  await page.getByRole('button', { name: /Sesión de/ }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(keptAddresses)).toEqual(kept)

  front.leave(true)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
  await expect(page.getByText('Servidor sin conexión')).toBeVisible()
  front.leave(false)
})

/** What of the house's the browser keeps, as names. */
const keptOfHouse = () =>
  new Promise<string[]>((done) => {
    const opening = indexedDB.open('comanda.kept', 1)
    opening.onsuccess = () => {
      const asked = opening.result.transaction('kept').objectStore('kept').getAllKeys()
      asked.onsuccess = () => done(asked.result.map(String))
      asked.transaction?.addEventListener('complete', () => opening.result.close())
    }
  })

test('map, account and menu can be read without the line, until who read them signs out', async ({
  page,
}) => {
  await installed(page)
  const lost = page.getByText(/^Sin conexión con el servidor desde/)
  const dish = page.getByRole('button', { name: /^Causa/ }).first()
  const account = await takeaway('Sin línea')
  await page.goto(`${front.url}/order/${account}`)
  await dish.waitFor()
  await expect
    .poll(async () => (await page.evaluate(keptOfHouse)).sort())
    .toEqual(['["catalog","sale","courses"]', '["floor"]', `["request",${account}]`])

  front.leave(true)
  await page.reload()
  await expect(lost).toBeVisible()
  await expect(dish).toBeVisible()
  await expect(page.getByText('Sin línea').first()).toBeVisible()
  await page.goto(`${front.url}/pos`)
  await page
    .getByRole('button', { name: /^Mesa \w+ Libre/ })
    .first()
    .click()
  await expect(page.getByText(/Puedes mirar, pero no enviar ni cobrar/)).toHaveCount(2)
  await expect(page.getByRole('dialog')).toBeHidden()

  front.leave(false)
  await expect(lost).toBeHidden({ timeout: 20_000 })
  await page.getByRole('button', { name: /Sesión de/ }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => page.evaluate(keptOfHouse)).toEqual([])
})

test('a new version is offered on the map and not while an order is taken', async ({ page }) => {
  await installed(page)
  const bar = page.getByText('Hay una versión nueva de Comanda.')
  await page.goto(`${front.url}/order/${await takeaway('Nueva versión')}`)
  await page.getByRole('button', { name: /^Entradas/ }).waitFor()
  front.release()
  await expect.poll(() => page.evaluate(newVersionWaits), { timeout: 60_000 }).toBe(true)
  await expect(bar).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/pos$/)
  await expect(bar).toBeVisible()
  await page.getByRole('button', { name: 'Más tarde' }).click()
  await expect(bar).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Actualizar' }).click()
  // The page loads again meanwhile.
  await expect.poll(() => page.evaluate(newVersionWaits).catch(() => null), { timeout: 60_000 }).toBe(false)
  await expect(page.getByRole('button', { name: /^Mesa 1\b/ })).toBeVisible()
  await expect(bar).toBeHidden()
})

test('scripts come compressed, to be kept for ever', async ({ page, request }) => {
  await page.goto('/login')
  const script = await page.locator('script[type=module]').first().getAttribute('src')
  const answer = await request.get(script ?? '', { headers: { 'Accept-Encoding': 'gzip, br' } })
  expect(answer.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringMatching(/accept-encoding/i),
  })
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' })
})
