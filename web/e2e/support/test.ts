import AxeBuilder from '@axe-core/playwright'
import { type Browser, test as base, expect, type Page, type TestInfo } from '@playwright/test'
import { openRestaurant } from './server'
import { password, signIn } from './signIn'

type Fixtures = {
  /** Opens the app signed in as one of the demo's users, at `path` or on the first screen of their role. */
  signIn: (username: string, path?: string) => Promise<void>
  /** Fails when axe finds something serious on what is shown; on the test's own page unless another is named. */
  expectAccessible: (page?: Page) => Promise<void>
}

type House = {
  /** The spec's own restaurant by a name of its own: what one spec does, no other sees. */
  restaurant: string
  /** Without a past: it never sold anything. */
  young: boolean
  open: undefined
}

export const test = base.extend<Fixtures, House>({
  restaurant: ['', { option: true, scope: 'worker' }],
  young: [false, { option: true, scope: 'worker' }],
  open: [
    async ({ restaurant, young }, use) => {
      if (process.env.COMANDA_URL) return use(undefined)
      if (!restaurant) throw new Error('Name its restaurant at the top of the spec: test.use({ restaurant })')
      const { url, data, end } = await openRestaurant(young)
      process.env.COMANDA_URL = url
      process.env.COMANDA_FILES = data
      await use(undefined)
      delete process.env.COMANDA_URL
      await end()
    },
    { scope: 'worker', auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the braces
  baseURL: async ({}, use) => use(process.env.COMANDA_URL),
  context: async ({ context }, use) => {
    await context.addInitScript(pressDeliberately)
    await use(context)
  },
  signIn: async ({ page }, use) => use((username, path) => signIn(page, username, path)),
  expectAccessible: async ({ page }, use) => use((other) => expectAccessible(other ?? page)),
})

export { expect, password }

/** A test presses what has just appeared faster than anybody sees it: a key between says that it is no second tap (`secondTap.ts`). */
function pressDeliberately() {
  const between = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))
  window.addEventListener('pointerdown', between, true)
}

/** Another device with somebody signed in at it, at `path`; its taps are those of a person where they are `quick`. */
export async function newPage(
  browser: Browser,
  info: TestInfo,
  username: string,
  { path, quick }: { path?: string; quick?: boolean } = {},
) {
  const { viewport, hasTouch, locale, timezoneId } = info.project.use
  const options = { viewport, hasTouch, locale, timezoneId, baseURL: process.env.COMANDA_URL }
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce', serviceWorkers: 'block' })
  if (!quick) await context.addInitScript(pressDeliberately)
  const page = await context.newPage()
  await signIn(page, username, path)
  return page
}

/** With PICTURES=1: a picture for the README, under docs/screenshots. */
export async function picture(page: Page, info: TestInfo, name: string) {
  if (!process.env.PICTURES) return
  await page
    .getByRole('button', { name: 'Cerrar aviso' })
    .click({ timeout: 500 })
    .catch(() => undefined)
  const path = `${import.meta.dirname}/../../../docs/screenshots/${name}-${info.project.name}.png`
  await page.screenshot({ path, animations: 'disabled' })
}

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter((each) => each.impact === 'serious' || each.impact === 'critical')
  const told = serious.map(
    (each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
  expect(told).toEqual([])
}
