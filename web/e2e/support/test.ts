import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

/** The demo restaurant's password, the same for all its users. */
export const password = 'comanda-demo'

type Fixtures = {
  /** Opens the app signed in as one of the demo's users, on the screen of their role. */
  signIn: (username: string) => Promise<void>
  /** Fails when axe finds something serious on what is shown. */
  expectAccessible: () => Promise<void>
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the braces
  baseURL: async ({}, use) => use(process.env.COMANDA_URL),
  signIn: async ({ page }, use) => use((username) => signIn(page, username)),
  expectAccessible: async ({ page }, use) => use(() => expectAccessible(page)),
})

export { expect }

async function signIn(page: Page, username: string) {
  await page.goto('/login')
  await page.getByLabel('Usuario', { exact: true }).fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter((each) => each.impact === 'serious' || each.impact === 'critical')
  const told = serious.map(
    (each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
  expect(told).toEqual([])
}
