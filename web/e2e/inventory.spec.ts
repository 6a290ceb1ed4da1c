import type { Page } from '@playwright/test'
import { callerOf } from './support/api'
import { wholeBrowser } from './support/browser'
import { expect, newPage, test } from './support/test'

// It opens PDFs.
test.use({ restaurant: 'inventory', launchOptions: wholeBrowser })

const look = (page: Page, name: string, at: string) =>
  page.screenshot({ path: `test-results/inventory-${name}-${at}.png`, animations: 'disabled' })

async function stockOf(name: string): Promise<number> {
  const office = await callerOf('supervisor')
  const [row] = await office.get<{ stock: string }[]>(`/supplies?term=${encodeURIComponent(name)}`)
  return Number(row?.stock)
}

test('waste is written down where it is noticed, and taken back', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const at = info.project.name
  const before = await stockOf('Tomate')
  await signIn('supervisor', '/inventory/stock?q=tomate')
  const row = page.getByRole('row').filter({ hasText: 'Tomate' })
  await row.getByRole('button', { name: /^Acciones/ }).click()
  await page.getByRole('button', { name: 'Registrar merma' }).click()
  const drawer = page.getByRole('dialog', { name: 'Registrar merma' })
  await drawer.getByRole('button', { name: 'Merma: roto o derramado' }).click()
  // What is missing is said at its field.
  await drawer.getByRole('button', { name: /^Registrar merma/ }).click()
  await expect(drawer.getByLabel('Cantidad')).toHaveAttribute('aria-invalid', 'true')
  await drawer.getByLabel('Cantidad').fill('1,5')
  await expectAccessible()
  await look(page, 'waste', at)
  await drawer.getByRole('button', { name: /^Registrar merma/ }).click()
  await expect(page.getByText('Merma registrada')).toBeVisible()
  await expect(drawer).toHaveCount(0)
  expect(await stockOf('Tomate')).toBeCloseTo(before - 1.5, 6)

  await page.goto('/inventory')
  const first = page.getByRole('button', { name: /^Ver MI-.*roto/ }).first()
  await expectAccessible()
  await look(page, 'list', at)
  await first.click()
  const sheet = page.getByRole('complementary', { name: /^Movimiento MI-/ })
  await expect(sheet).toContainText('1.5 kg')
  await expect(sheet).toContainText('Aprobado')
  await expectAccessible()
  await look(page, 'sheet', at)
  const tab = page.waitForEvent('popup')
  await sheet.getByRole('button', { name: 'Papel (PDF)' }).click()
  await (await tab).close()

  await sheet.getByRole('button', { name: 'Rechazar' }).click()
  const asking = page.getByRole('dialog', { name: '¿Rechazar el movimiento?' })
  await expect(asking).toContainText('Rechazar: devuelve sus movimientos.')
  await asking.getByLabel('Motivo').fill('Se registró dos veces')
  await expectAccessible()
  await asking.getByRole('button', { name: 'Rechazar movimiento' }).click()
  await expect(sheet).toContainText('Se registró dos veces')
  await expect(sheet).toContainText('Rechazado')
  expect(await stockOf('Tomate')).toBeCloseTo(before, 6)

  // In the kardex both stand: what went out and what took it back.
  await sheet.getByRole('link', { name: 'Kardex de Tomate' }).click()
  await expect(page.getByRole('table', { name: 'Kardex: Tomate' })).toContainText(
    'Anulación: Merma: roto o derramado',
  )
  await look(page, 'taken-back', at)
})

test('what comes in has its price, by units, and is found by its filters', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const at = info.project.name
  const before = await stockOf('Arroz')
  await signIn('supervisor', '/inventory')
  await page.getByRole('button', { name: /^Nuevo/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Nuevo movimiento' })
  await drawer.getByText('Entrada', { exact: true }).click()
  await drawer.getByRole('button', { name: 'Regalo o cortesía' }).click()
  const search = drawer.getByRole('combobox', { name: 'Buscar o escanear' })
  await search.fill('arroz')
  await expect(drawer.getByRole('option', { name: /^Arroz/ }).first()).toBeVisible()
  await search.press('Enter')
  const amount = drawer.getByLabel('Cantidad')
  await expect(amount).toBeFocused()
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await page.keyboard.type('3.20')
  await expect(drawer.getByRole('status')).toContainText('S/ 32.00')
  // Enter after the last field goes back to the search, for the next item.
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  const name = `Saco del proveedor ${at}`
  await drawer.getByLabel('Nombre').fill(name)
  await drawer.getByLabel('Responsable').fill('Rosa Quispe')
  await expectAccessible()
  await look(page, 'form', at)
  await drawer.getByRole('button', { name: /^Registrar movimiento/ }).click()
  await expect(page.getByText('Movimiento creado')).toBeVisible()
  expect(await stockOf('Arroz')).toBeCloseTo(before + 10, 6)

  await page.getByRole('searchbox').fill('rosa')
  await page.getByRole('button', { name: new RegExp(`^Ver MI-.*${name}`) }).click()
  const sheet = page.getByRole('complementary', { name: /^Movimiento MI-/ })
  await expect(sheet).toContainText('S/ 32.00')
  await sheet.getByRole('button', { name: 'Editar datos' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar movimiento' })
  await edit.getByLabel('Descripción').fill('Bonificación por volumen')
  await edit.getByRole('button', { name: /^Guardar/ }).click()
  await expect(sheet).toContainText('Bonificación por volumen')
})

test('a new supply begins with what there is of it', async ({ page, signIn }, info) => {
  const name = `Quinua ${info.project.name}`
  await signIn('supervisor', '/inventory/stock')
  await page.getByRole('button', { name: 'Nuevo', exact: true }).click()
  await page.getByRole('button', { name: 'Nuevo insumo' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo insumo' })
  await form.getByLabel('Nombre').fill(name)
  await form.getByRole('combobox', { name: 'Se cuenta en' }).click()
  await page.getByRole('option', { name: 'Kilogramo (kg)' }).click()
  await form.getByLabel('Stock inicial').fill('12')
  await form.getByLabel('Costo inicial de 1 kg').fill('9.50')
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('searchbox').fill(name)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('12 kg')
  await expect(row).toContainText('114.00')
})

test('a cook writes waste down from the wall, and asks for a PIN beyond the limit', async ({
  browser,
}, info) => {
  const page = await newPage(browser, info, 'cocina', { path: '/monitor-production' })
  // A phone has it in the menu of who works there.
  if (info.project.name === 'phone') await page.getByRole('button', { name: /^Sesión de/ }).click()
  await page.getByRole('link', { name: 'Registrar merma' }).click()
  const drawer = page.getByRole('dialog', { name: 'Registrar merma' })
  const search = drawer.getByRole('combobox', { name: 'Buscar o escanear' })
  await search.fill('lomo fino')
  await drawer.getByRole('option', { name: /Lomo fino/ }).click()
  await drawer.getByLabel('Cantidad').fill('4')
  await drawer.getByRole('button', { name: /^Registrar merma/ }).click()
  const pin = page.getByRole('dialog', { name: 'Merma de más valor' })
  await expect(pin).toBeVisible()
  await look(page, 'pin', info.project.name)
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Merma registrada')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Ver MI-/ }).first()).toBeVisible()
  await look(page, 'cook', info.project.name)

  // What there is, what it costs and why it moved is the office's.
  await page.goto('/inventory/stock')
  await expect(page).not.toHaveURL(/inventory/)
  await page.context().close()
})
