import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { callerOf } from '../e2e/support/api'
import { test } from '../e2e/support/test'

/** The big restaurant's names, as `system-tests/src/bin/bench/screens.rs` makes them. */
const room = 'Gran salón'
const category = 'Carta larga'
const taps = 60

const measured: Record<string, number[]> = {}
test.afterAll(() => {
  if (process.env.BENCH_OUT) writeFileSync(process.env.BENCH_OUT, JSON.stringify(measured))
})

/** Frames of the page while something is done, in milliseconds each. */
async function frames(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen, watching: true })
    let before = performance.now()
    const frame = (now: number) => {
      seen.push(now - before)
      before = now
      if ((window as unknown as { watching: boolean }).watching) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  await act()
  return page.evaluate(() => {
    const watched = window as unknown as { watching: boolean; seen: number[] }
    watched.watching = false
    return watched.seen.slice(2)
  })
}

async function scrolled(page: Page, over: { x: number; y: number }) {
  await page.mouse.move(over.x, over.y)
  for (const way of [120, -120]) {
    for (let step = 0; step < 40; step += 1) {
      await page.mouse.wheel(0, way)
      await page.waitForTimeout(16)
    }
  }
}

/** From the first byte asked for until `shown` stands and the page answers. */
async function standing(page: Page, path: string, shown: (page: Page) => Promise<void>): Promise<number> {
  const began = Date.now()
  await page.goto(path)
  await shown(page)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return Date.now() - began
}

test('the map', async ({ page, signIn }) => {
  await signIn('mozo')
  const shown = async () => {
    await page
      .getByRole('navigation', { name: 'Salones' })
      .getByRole('button', { name: new RegExp(room) })
      .click()
    await page.getByRole('button', { name: /^Mesa M60\b/ }).waitFor()
  }
  const times: number[] = []
  for (let run = 0; run < 8; run += 1) times.push(await standing(page, '/pos', shown))
  measured['map: stands'] = times
  measured['map: frames'] = await frames(page, () => scrolled(page, { x: 640, y: 500 }))
})

test('the order screen', async ({ page, signIn }) => {
  await signIn('mozo')
  const waiter = await callerOf('mozo')
  const { id } = await waiter.post('/client-requests', { type: 'ORDER', client_name: 'Medida' })
  const tiles = page.getByRole('main').getByRole('button', { name: /^Plato \d+/ })
  const shown = async () => {
    await page.getByRole('button', { name: category, exact: true }).click()
    await tiles.first().waitFor()
  }
  const times: number[] = []
  for (let run = 0; run < 8; run += 1) times.push(await standing(page, `/order/${id}`, shown))
  measured['order: stands'] = times
  measured['order: frames'] = await frames(page, () => scrolled(page, { x: 500, y: 500 }))
  measured['tap: shown'] = await tapped(page, tiles)
})

/** From the finger's touch to the frame in which the account shows the dish. */
async function tapped(page: Page, tiles: ReturnType<Page['getByRole']>): Promise<number[]> {
  await page.evaluate(() => {
    const shown: number[] = []
    let touched = 0
    Object.assign(window, { shown })
    document.addEventListener('pointerdown', () => (touched = performance.now()), true)
    const lines = document.querySelector('[aria-label="Líneas de la cuenta"]') as HTMLElement
    new MutationObserver(() => {
      const since = touched
      touched = 0
      // The frame after the one that draws it.
      if (since) requestAnimationFrame(() => requestAnimationFrame((now) => shown.push(now - since)))
    }).observe(lines, { childList: true, subtree: true, characterData: true })
  })
  for (let tap = 0; tap < taps; tap += 1) {
    await tiles.nth(tap % 12).click()
    await page.waitForFunction((n) => (window as unknown as { shown: number[] }).shown.length > n, tap)
  }
  return page.evaluate(() => (window as unknown as { shown: number[] }).shown)
}
