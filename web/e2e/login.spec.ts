import type { Page } from '@playwright/test'
import { expect, password, test } from './support/test'

test.use({ restaurant: 'login' })

async function logIn(page: Page, username: string) {
  await page.goto('/login')
  await page.getByLabel('Usuario', { exact: true }).fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

test.describe('log-in', () => {
  for (const [username, path] of [
    ['mozo', '/pos'],
    ['cajero', '/pos'],
    ['cocina', '/monitor-production'],
    ['admin', '/dashboard'],
  ] as const) {
    test(`${username} starts at ${path}`, async ({ page }) => {
      await logIn(page, username)
      await expect(page).toHaveURL(path)
    })
  }

  test('says in words that help when the password is wrong', async ({ page, expectAccessible }) => {
    await page.goto('/login')
    await page.getByLabel('Usuario', { exact: true }).fill('mozo')
    await page.getByLabel('Contraseña', { exact: true }).fill('otra')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await expect(page.getByRole('alert')).toContainText('Usuario o contraseña no coinciden')
    await expectAccessible()
  })

  test('keeps the session over a reload, encrypted', async ({ page }) => {
    await logIn(page, 'mozo')
    const stored = await page.evaluate(() => localStorage.getItem('comanda.session'))
    expect(stored).toBeTruthy()
    expect(stored).not.toContain('mozo')
    await page.reload()
    await expect(page).toHaveURL('/pos')
    await page.goto('/login')
    await expect(page).toHaveURL('/pos')
  })

  test('the first page is no step of its own on the way back', async ({ page }) => {
    await logIn(page, 'mozo')
    for (const address of ['/', '/login']) {
      await page.goto('about:blank')
      await page.goto(address)
      await expect(page).toHaveURL('/pos')
      await page.goBack()
      await expect(page).toHaveURL('about:blank')
    }
  })

  test('belongs to its browser: a copied token opens nothing', async ({ page, context }) => {
    const asked = page.waitForRequest((request) => !!request.headers().authorization)
    await logIn(page, 'mozo')
    const { authorization = '' } = (await asked).headers()
    await expect(page).toHaveURL('/pos')
    const [cookie] = await context.cookies()
    expect(cookie).toMatchObject({
      name: expect.stringMatching(/^comanda-/),
      httpOnly: true,
      sameSite: 'Strict',
    })
    expect(await page.evaluate(() => document.cookie)).toBe('')
    const elsewhere = await fetch(new URL('/api/profile', page.url()), { headers: { authorization } })
    expect(elsewhere.status).toBe(401)
    await page.reload()
    await expect(page).toHaveURL('/pos')
  })

  test('leaves nothing behind at log-out', async ({ page }) => {
    await logIn(page, 'mozo')
    await page.getByRole('button', { name: /Sesión de/ }).click()
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('comanda.session'))).toBeNull()
    await page.goto('/pos')
    await expect(page).toHaveURL('/login')
  })

  test('does not open a screen of another role', async ({ page }) => {
    await logIn(page, 'mozo')
    await page.goto('/printers')
    await expect(page).toHaveURL('/pos')
  })

  test('works with the keyboard alone', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Usuario', { exact: true }).focus()
    await page.keyboard.type('mozo')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/pos')
  })
})
