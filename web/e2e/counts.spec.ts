import type { Page } from '@playwright/test'
import { uuid } from '../src/api/uuid'
import { callerOf } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'counts' })

const look = (page: Page, name: string, at: string) =>
  page.screenshot({ path: `test-results/counts-${name}-${at}.png`, animations: 'disabled' })

const pin = '1234'

/** A sheet of these supplies, made by the office. */
async function sheetOf(names: string[], place: string): Promise<{ id: number }> {
  const office = await callerOf('supervisor')
  const all = await office.get<{ id: number; name: string }[]>('/supplies?page=false')
  const item_ids = names.map((name) => `SUPPLY:${all.find((each) => each.name === name)?.id}`)
  return office.post('/stock-counts', { client_id: uuid(), place, item_ids })
}

async function stockOf(name: string): Promise<number> {
  const office = await callerOf('supervisor')
  const [row] = await office.get<{ stock: string }[]>(`/supplies?term=${encodeURIComponent(name)}`)
  return Number(row?.stock)
}

/** On the keys of the screen. */
async function type(page: Page, quantity: string) {
  for (const key of quantity) await page.getByRole('button', { name: key, exact: true }).click()
}

test('a cook counts in large keys, and sees nothing of what is expected', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const at = info.project.name
  const sheet = await sheetOf(['Tomate', 'Limón'], `Verduras ${at}`)
  await signIn('cocina', '/inventory/counts')
  await expectAccessible()
  await page.getByRole('link', { name: new RegExp(`Verduras ${at}`) }).click()
  await expect(page.getByText('Faltan 2')).toBeVisible()
  const first = await page.getByRole('heading', { level: 2 }).innerText()
  await type(page, '5.8')
  await expect(page.getByLabel('Cantidad')).toContainText('5.8')
  await expectAccessible()
  await look(page, 'counting', at)
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByText('Falta 1')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).not.toHaveText(first)

  // Opened again, it goes on at the first that nobody counted; one that is counted is found by its name.
  await page.reload()
  await expect(page.getByRole('heading', { level: 2 })).not.toHaveText(first)
  await page.getByRole('button', { name: 'Buscar' }).click()
  const items = page.getByRole('dialog', { name: 'Ítems del conteo' })
  await expect(items).toContainText('5.8')
  await expectAccessible()
  await items.getByRole('button', { name: first }).click()
  await expect(page.getByLabel('Cantidad')).toContainText('5.8')
  // A keyboard counts too: its first key begins anew.
  await page.keyboard.type('6,25')
  await expect(page.getByLabel('Cantidad')).toContainText('6.25')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'No hay' }).click()
  await expect(page.getByRole('heading', { name: 'Todo contado' })).toBeVisible()
  await expect(page.getByText('Avisa a quien revisa el conteo.')).toBeVisible()
  const office = await callerOf('supervisor')
  await expect
    .poll(async () =>
      (await office.get(`/stock-counts/${sheet.id}`)).lines.map((each: { counted: string }) => each.counted),
    )
    .toEqual(expect.arrayContaining(['6.25', '0']))
})

test('what is counted without a connection is sent when it is back', async ({ page, signIn }, info) => {
  const sheet = await sheetOf(['Arroz', 'Azúcar'], `Abarrotes ${info.project.name}`)
  await signIn('cocina', `/inventory/counts/${sheet.id}`)
  await expect(page.getByText('Faltan 2')).toBeVisible()
  await page.context().setOffline(true)
  await type(page, '12')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByText('1 por enviar')).toBeVisible()
  await expect(page.getByText('Falta 1')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('1 por enviar')).toHaveCount(0)
  const office = await callerOf('supervisor')
  expect((await office.get(`/stock-counts/${sheet.id}`)).counted).toBe(1)
})

test('the office looks at the differences, asks for a recount and approves with a PIN', async ({
  page,
  browser,
  signIn,
  expectAccessible,
}, info) => {
  const at = info.project.name
  const there = await stockOf('Lomo fino')
  await signIn('supervisor', '/inventory/counts')
  await page.getByRole('button', { name: /^Nuevo/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Nuevo conteo' })
  await drawer.getByRole('button', { name: 'Carnes y aves' }).click()
  await drawer.getByLabel('Lugar').fill(`Cámara fría ${at}`)
  await expectAccessible()
  await look(page, 'new', at)
  await drawer.getByRole('button', { name: 'Crear y contar' }).click()
  await page.waitForURL(/\/inventory\/counts\/\d+$/)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Lomo fino/ })
    .click()
  await type(page, String(there - 2))
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByText(/por enviar/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Terminar de contar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ver diferencias' }).click()

  const table = page.getByRole('table', { name: 'Diferencias, la mayor primero' })
  await expect(table).toContainText('Lomo fino')
  await expect(page.getByText('−S/ 96.00').first()).toBeVisible()
  await expectAccessible()
  await look(page, 'review', at)
  await page.getByRole('button', { name: 'Pedir recuento de Lomo fino' }).click()
  await expect(table).toContainText('Por recontar')
  const kitchen = await newPage(browser, info, 'cocina', { path: page.url().replace('/review', '') })
  await expect(kitchen.getByText('Contar otra vez')).toBeVisible()
  await expect(kitchen.getByText('Faltan')).toHaveCount(0)
  await type(kitchen, String(there - 2))
  await look(kitchen, 'recount', at)
  await kitchen.getByRole('button', { name: 'Siguiente' }).click()
  await expect(table).toContainText('Recontado: igual')
  await kitchen.context().close()

  await page.getByRole('button', { name: 'Pedir PIN y aprobar' }).click()
  const left = page.getByRole('dialog', { name: '¿Y lo que nadie contó?' })
  await expect(left.getByRole('radio', { name: /^Queda como está/ })).toBeChecked()
  await expectAccessible()
  await left.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('dialog', { name: 'Aprobar el conteo' })).toBeVisible()
  await page.keyboard.type('0000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('PIN incorrecto')
  await page.keyboard.type(pin)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Conteo aprobado')).toBeVisible()
  await expect(page.getByText('El almacén cambió en')).toBeVisible()
  await look(page, 'approved', at)
  expect(await stockOf('Lomo fino')).toBeCloseTo(there - 2, 6)
  await page.goto('/inventory/counts')
  await expect(page.getByRole('list', { name: 'Conteos' })).toContainText('Aprobado')
  await expectAccessible()
  await look(page, 'list', at)
})
