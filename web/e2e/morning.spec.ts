import type { Locator } from '@playwright/test'
import { callerOf, takeAway, withCash } from './support/api'
import { complaints } from './support/layout'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'morning' })

const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0

test('before the first sale the day before is read first, then it follows', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await signIn('admin', '/dashboard')
  const yesterday = page.getByRole('region', { name: /^(Ayer, |Último día con ventas: )/ })
  const today = page.getByRole('region', { name: 'Vendido hoy' })
  await test.step('its figures are those of its close, one step away', async () => {
    const admin = await callerOf('admin')
    const { figures } = await admin.get('/dashboard/last-day')
    const close = await admin.get(`/close-of-day?date=${figures.date}`)
    const total = Number(close.total).toLocaleString('es-PE', {
      minimumFractionDigits: 2,
      useGrouping: 'always',
    })
    await expect(yesterday).toContainText(total)
    await expect(yesterday).toContainText(/comprobantes, promedio \d[\d,.]* por comprobante/)
    await expect(yesterday).toContainText(/anterior/)
    expect(await top(yesterday)).toBeLessThan(await top(today))
    await expectAccessible()
    await expect.poll(() => complaints(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('morning.png'), fullPage: true })
    await yesterday.getByRole('link', { name: /^Ver el cierre del / }).click()
    await expect(page).toHaveURL(`/close-of-day?date=${figures.date}`)
    await expect(page.getByRole('region', { name: 'Ventas del día' })).toContainText(total)
  })
  await test.step('once today sells it comes below', async () => {
    const [waiter, cashier] = [await callerOf('mozo'), await callerOf('cajero')]
    await withCash(cashier)
    const id = await takeAway(waiter, { 'Cau cau': 1 })
    const body = { client_request_id: id, billing_type_id: 3, payment_options: { Efectivo: '28.00' } }
    await cashier.post('/payments', body)
    await page.goto('/dashboard')
    await expect(today).toContainText('28.00')
    await expect(yesterday).toBeVisible()
    expect(await top(today)).toBeLessThan(await top(yesterday))
    await expect.poll(() => complaints(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('day.png'), fullPage: true })
  })
})

test('the goal of the month is set, changed for the next and taken away with the keyboard', async ({
  browser,
  page,
  signIn,
  expectAccessible,
}, info) => {
  await signIn('admin', '/dashboard')
  const dialog = page.getByRole('dialog', { name: 'Meta de ventas del mes' })
  const amount = dialog.getByRole('textbox', { name: 'Cuánto vender en el mes' })
  const goal = page.getByRole('region', { name: /^Meta de / })

  await test.step('set', async () => {
    await page.getByRole('button', { name: 'Poner una meta' }).press('Enter')
    await amount.press('Enter')
    await expect(dialog).toContainText('Escribe cuánto quieres vender en el mes.')
    await amount.pressSequentially('900000')
    await expectAccessible()
    await page.screenshot({ path: info.outputPath('dialog.png') })
    await amount.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(goal).toContainText('de S/ 900,000.00')
    await expect(goal).toContainText(/Faltan S\/\s[\d,]+\.\d\d\./)
    await expect(goal).toContainText(/^[^%]*\d+ %/)
    await expectAccessible()
    await expect.poll(() => complaints(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('goal.png'), fullPage: true })
  })

  await test.step('another one from the next month on', async () => {
    await goal.getByRole('button', { name: 'Cambiar' }).press('Enter')
    await expect(amount).toHaveValue('900000.00')
    await dialog.getByRole('radio').first().press('ArrowRight')
    await amount.fill('950000.50')
    await amount.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(goal).toContainText('de S/ 900,000.00')
    await expect(goal).toContainText(/Desde [a-z]+: S\/\s950,000\.50/)
  })

  await test.step('seen and not set by who runs the shift', async () => {
    const other = await newPage(browser, info, 'supervisor', { path: '/dashboard' })
    await expect(other.getByRole('region', { name: /^Meta de / })).toContainText('de S/ 900,000.00')
    await expect(other.getByRole('button', { name: 'Cambiar' })).toHaveCount(0)
    await other.close()
  })

  await test.step('taken away', async () => {
    await goal.getByRole('button', { name: 'Cambiar' }).press('Enter')
    await dialog.getByRole('button', { name: /^Quitar la meta de / }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Poner una meta' })).toBeVisible()
    await expect(goal).toHaveCount(0)
  })
})
