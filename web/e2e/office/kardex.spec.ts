import type { Page } from '@playwright/test'
import { phoneSize } from '../support/account'
import { callerOf, takeAway, withCash } from '../support/api'
import { expect, test } from '../support/test'

test.use({ restaurant: 'kardex' })

const look = (page: Page, name: string, at: string) =>
  page.screenshot({ path: `test-results/kardex-${name}-${at}.png`, animations: 'disabled' })

/** Two accounts with a Lomo saltado; the first is paid with a boleta. */
async function sell() {
  const till = await callerOf('supervisor')
  const closeTill = await withCash(till)
  const account = await takeAway(till, { 'Lomo saltado': 1 })
  const { total } = await till.get<{ total: string }>(`/payments-get-info/${account}`)
  const { billing } = await till.post<{ billing: { full_number: string } }>('/payments', {
    client_request_id: account,
    payment_options: { Efectivo: total },
    billing_type_id: 1,
  })
  await takeAway(till, { 'Lomo saltado': 2 }, 'Beto')
  await closeTill()
  return billing.full_number
}

test('a kardex reads like a bank statement', async ({ page, signIn, expectAccessible }, info) => {
  const at = info.project.name
  const boleta = await sell()
  await signIn('supervisor', '/inventory/kardex')
  await expect(page.getByRole('heading', { name: '¿De qué ítem?' })).toBeVisible()
  await expectAccessible()

  // Found by a part of its name, without accents; Enter takes what stands first.
  const search = page.getByRole('combobox', { name: 'Buscar insumo o producto' })
  await search.fill('lomo f')
  await expect(page.getByRole('option', { name: /Lomo fino/ })).toBeVisible()
  await search.press('Enter')
  await expect(page.getByText('Kardex listo')).toBeVisible()
  const table = page.getByRole('table', { name: 'Kardex: Lomo fino' })
  await expect(table).toContainText('Saldo inicial')
  const figures = page.getByLabel('Resumen del periodo')
  await expect(figures).toContainText('Salió')

  // The sales of the day are one line, which unfolds into each of them.
  const sales = table.getByRole('button', { name: /^Ver las ventas/ })
  await expect(sales).toContainText('ventas')
  await expect(table).not.toContainText(boleta)
  await sales.click()
  await expect(table.getByRole('link', { name: `Abrir ${boleta}` })).toBeVisible()
  await expectAccessible()
  await look(page, 'unfolded', at)
  await table.getByRole('button', { name: /^Recoger/ }).click()
  await expect(table).not.toContainText(boleta)

  // One reason only: the balances stay those of all lines.
  await page.getByRole('button', { name: 'Motivo' }).click()
  await page.getByRole('checkbox', { name: 'Ingreso' }).check()
  await page.keyboard.press('Escape')
  await expect(table).not.toContainText('ventas')
  await expect(table).toContainText('Ingreso')
  await page.getByRole('button', { name: 'Quitar el filtro Motivo' }).click()

  // Yesterday nothing moved; the address says so, and a reload shows the same.
  await page.getByRole('button', { name: /^Fechas/ }).click()
  await page.getByRole('button', { name: /^Ayer/ }).click()
  await expect(table).toContainText('Nada se movió en estas fechas.')
  await expect(page).toHaveURL(/period=yesterday/)
  await page.reload()
  await expect(table).toContainText('Nada se movió en estas fechas.')
  await look(page, 'nothing', at)

  await page.getByRole('button', { name: /^Fechas/ }).click()
  await page.getByRole('button', { name: 'Entre dos fechas' }).click()
  await expect(page.getByLabel('Desde')).toBeVisible()

  // Another item, from the list of what there is.
  await page.goto('/inventory/stock')
  await page.getByRole('searchbox').fill('agua con gas')
  await expect(page).toHaveURL(/q=agua/)
  await page.getByRole('link', { name: 'Agua con gas' }).click()
  await expect(page.getByRole('table', { name: 'Kardex: Agua con gas' })).toContainText('Ingreso')
})

test('what there is: alerts and filters narrow it, and the address keeps them', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const at = info.project.name
  const office = await callerOf('supervisor')
  const supplies = await office.get<{ id: number; name: string }[]>('/supplies?page=false')
  const salt = supplies.find((each) => each.name === 'Ají amarillo')
  await office.put(`/supplies/${salt?.id}`, { min_stock: '900' })
  await signIn('supervisor', '/inventory/stock')
  await expect(page.getByText(/ítems con control valen S\/\s/)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Ají amarillo' })
  const below = page.getByRole('button', { name: /bajo el mínimo/ })
  await expect(below).toContainText('1')
  await below.click()
  await expect(page).toHaveURL(/alert=BELOW_MINIMUM/)
  await expect(row).toContainText('Bajo el mínimo de 900 kg')
  await expect(page.getByRole('row').filter({ hasText: 'Agua con gas' })).toHaveCount(0)
  await expectAccessible()
  await look(page, 'below', at)
  await below.click()
  await expect(page.getByRole('row').filter({ hasText: 'Agua con gas' })).toBeVisible()

  if (!phoneSize(info)) {
    await page.getByRole('switch', { name: 'Solo bajo el mínimo' }).click()
    await expect(page).toHaveURL(/below_min_stock=true/)
    await expect(page.getByRole('row').filter({ hasText: 'Agua con gas' })).toHaveCount(0)
    await page.getByRole('switch', { name: 'Solo bajo el mínimo' }).click()
    await page.getByRole('button', { name: 'Ítem' }).click()
    await expect(page).toHaveURL(/sort=name/)
  }

  // It is changed where it is seen.
  await page.getByRole('searchbox').fill('aji ama')
  await row.getByRole('button', { name: /^Acciones/ }).click()
  await page.getByRole('button', { name: 'Editar' }).click()
  const form = page.getByRole('dialog', { name: 'Editar insumo' })
  await form.getByLabel('Stock mínimo').fill('3')
  await form.getByRole('button', { name: /^Guardar/ }).click()
  await expect(form).toHaveCount(0)
  await expect(row).toContainText('Mínimo 3 kg')
})

test('the kardex and the register of a month leave as files', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await sell()
  await signIn('supervisor', '/inventory/kardex')
  const search = page.getByRole('combobox', { name: 'Buscar insumo o producto' })
  await search.fill('lomo f')
  await expect(page.getByRole('option', { name: /Lomo fino/ })).toBeVisible()
  await search.press('Enter')
  await expect(page.getByText('Kardex listo')).toBeVisible()
  const save = async (format: string) => {
    await page.getByRole('button', { name: 'Exportar' }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: format }).click()
    return (await coming).suggestedFilename()
  }
  expect(await save('Excel')).toMatch(/^kardex-lomo-fino-.*\.xlsx$/)
  expect(await save('PDF')).toMatch(/^kardex-lomo-fino-.*\.pdf$/)

  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('button', { name: 'Registro 13.1 de un mes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registro de inventario permanente valorizado' })
  await expect(dialog).toContainText('Final')
  await expect(dialog).toContainText('Hierbabuena: sin costo')
  await expectAccessible()
  await look(page, 'register', info.project.name)
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Archivo para SUNAT' }).click()
  expect((await coming).suggestedFilename()).toMatch(/^LE\d{11}\d{6}00130100001111\.txt$/)
})
