import type { Page } from '@playwright/test'
import { callerOf } from '../support/api'
import { expect, newPage, password, test } from '../support/test'
import { totp } from '../support/totp'

test.use({ restaurant: 'second-factor' })

/** Username and password; what comes next is the test's. */
async function first(page: Page, username: string) {
  await page.goto('/login')
  await page.getByLabel('Usuario', { exact: true }).fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

/** Scans, types the code and keeps the sheet; gives the secret and the first recovery code. */
async function setUp(page: Page, within = page.getByRole('dialog')) {
  await within.getByLabel(/^Contraseña de ahora/).fill(password)
  await within.getByRole('button', { name: 'Continuar' }).click()
  await expect(within.getByRole('img', { name: /Código QR/ })).toBeVisible()
  const secret = (await within.locator('code').innerText()).replace(/\s/g, '')
  const code = within.getByLabel('Código que muestra la aplicación')
  await expect(code).toBeFocused()
  await code.fill(totp(secret, -1))
  await within.getByRole('button', { name: 'Activar' }).click()
  const codes = within.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const paper = await codes.first().innerText()
  return { secret, paper }
}

test('a second factor is set up in the profile and asked for at the log-in', async ({
  page,
  browser,
  signIn,
  expectAccessible,
}, info) => {
  await signIn('supervisor', '/profile')
  await page.getByRole('button', { name: 'Configurar segundo factor' }).click()
  const { secret, paper } = await setUp(page)
  await expectAccessible()
  // Shown once: a slip does not take them away.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'Códigos de recuperación' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cerrar' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  const card = page.getByRole('region', { name: 'Segundo factor' })
  await expect(card.getByText('Activo')).toBeVisible()
  await expect(card.getByText(/quedan 10 códigos/)).toBeVisible()
  await expectAccessible()
  await page.screenshot({ path: info.outputPath('profile.png'), fullPage: true })

  const away = await newPage(browser, info, 'mozo')
  await away.getByRole('button', { name: /Sesión de/ }).click()
  await away.getByRole('button', { name: 'Cerrar sesión' }).click()
  await first(away, 'supervisor')
  const code = away.getByLabel('Código de 6 dígitos')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(away.getByRole('alert')).toHaveCount(0)
  await expectAccessible(away)
  await code.fill('000000')
  await expect(away.getByRole('alert')).toContainText('Ese código no es el de ahora')
  await expect(code).toHaveValue('')
  await away.screenshot({ path: info.outputPath('code.png') })
  // The last digit signs in: nobody looks for a button.
  await code.pressSequentially(totp(secret))
  await expect(away).toHaveURL('/dashboard')

  await away.getByRole('button', { name: /Sesión de/ }).click()
  await away.getByRole('button', { name: 'Cerrar sesión' }).click()
  await first(away, 'supervisor')
  await away.getByRole('button', { name: 'No tengo el teléfono' }).click()
  await away.getByLabel('Código de recuperación').fill(paper)
  await away.keyboard.press('Enter')
  await expect(away).toHaveURL('/dashboard')
  await away.context().close()
})

test('a role that must have one is led there, and the administrator lifts locks and trusts tills', async ({
  page,
  browser,
  signIn,
  expectAccessible,
}, info) => {
  const till = await newPage(browser, info, 'mozo2')
  await signIn('admin', '/global')
  const roles = page.getByRole('region', { name: 'Segundo factor por rol' })
  await roles.getByRole('button', { name: 'Mozo' }).click()
  await roles.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Segundo factor por rol guardado')).toBeVisible()
  await expectAccessible()

  await till.goto('/pos')
  await expect(till).toHaveURL('/second-factor')
  await expectAccessible(till)
  await till.screenshot({ path: info.outputPath('must.png') })
  await setUp(till, till.getByRole('main'))
  await till.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(till).toHaveURL('/pos')

  const luis = await callerOf('cajero')
  for (let tries = 0; tries < 5; tries++) {
    await luis.put('/orders/1/dismiss', { order_ids: [1], reason: 'x', pin: '0000' }).catch(() => undefined)
  }
  await page.goto('/dashboard')
  await expect(page.getByText(/falló el PIN varias veces/).first()).toBeVisible()
  await page.goto('/users')
  const locks = page.getByRole('region', { name: 'Bloqueos por fallos repetidos' })
  await locks.getByRole('button', { name: /^Desbloquear/ }).click()
  await expect(page.getByText('Desbloqueado')).toBeVisible()
  await expect(locks).toBeHidden()

  await page.getByRole('button', { name: 'Equipos' }).click()
  const devices = page.getByRole('dialog', { name: 'Equipos conectados' })
  await expectAccessible()
  await devices
    .getByRole('button', { name: /^Confiar en Diego/ })
    .first()
    .click()
  await expect(devices.getByText('De confianza').first()).toBeVisible()
  await page.screenshot({ path: info.outputPath('devices.png') })
  await devices
    .getByRole('button', { name: /^Cerrar sesión: Diego/ })
    .first()
    .click()
  await expect(page.getByText('Sesión cerrada')).toBeVisible()
  await till.context().close()
})
