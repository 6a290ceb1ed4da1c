import type { Page } from '@playwright/test'
import { expect, test } from '../support/test'

test.use({ restaurant: 'catalog' })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const menu = (page: Page, name: string) => row(page, name).getByRole('button', { name: /^Acciones/ })
const look = (page: Page, name: string, at: string) =>
  page.screenshot({ path: `test-results/catalog-${name}-${at}.png`, animations: 'disabled' })

async function search(page: Page, text: string) {
  await page.getByRole('searchbox').fill(text)
}

/** A photo of one pixel. */
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('products are searched, filtered, sorted and paged', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const at = info.project.name
  await signIn('admin', '/products?sort=name')
  await expect(row(page, 'Ají de gallina')).toBeVisible()
  await expectAccessible()
  await look(page, 'list', at)

  await page.getByRole('button', { name: 'Página 2' }).first().click()
  await expect(page).toHaveURL(/page=2/)
  await expect(row(page, 'Ají de gallina')).toHaveCount(0)
  await page.reload()
  await expect(row(page, 'Ají de gallina')).toHaveCount(0)

  await search(page, 'aji de')
  await expect(row(page, 'Ají de gallina')).toContainText('32.00')
  await expect(page.getByRole('row')).toHaveCount(2)
  await search(page, 'nada de esto')
  await expect(page.getByText('Nada coincide con lo que buscas')).toBeVisible()

  if (at === 'desktop') {
    await page.goto('/products')
    const chip = page.getByRole('group', { name: 'Categoría' })
    await page.locator('button[popovertarget]', { hasText: /^Categoría$/ }).click()
    await chip.getByLabel('Postres').check()
    await page.keyboard.press('Escape')
    await expect(row(page, 'Arroz con leche')).toBeVisible()
    await expect(row(page, 'Ají de gallina')).toHaveCount(0)
    await page.getByRole('button', { name: 'Quitar el filtro Categoría' }).click()
  }
  await page.goto('/products?status=INACTIVE')
  await expect(page.getByText('Nada coincide con lo que buscas')).toBeVisible()
})

test('a product with variants, recipe and photo is made, changed and deleted', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const at = info.project.name
  const name = `Chaufa de la casa ${at}`
  await signIn('supervisor', '/products')
  await page.getByRole('button', { name: /^Nuevo/ }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo producto' })
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form.getByRole('alert').or(form.locator('[aria-invalid=true]')).first()).toBeVisible()
  await expect(form.getByText('Elige dónde se prepara, o «No pasa por cocina».')).toBeVisible()

  await form.getByLabel('Nombre').fill(name)
  await form.getByRole('combobox', { name: 'Categoría' }).click()
  await page.getByRole('option').nth(1).click()
  await form.getByRole('combobox', { name: 'Área de producción' }).click()
  await page.getByRole('option', { name: /^cocina$/i }).click()
  await form.getByLabel('En mesa').fill('38')
  await form.getByLabel('Delivery', { exact: true }).fill('36')
  await expect(form.getByText('Un precio de delivery es menor')).toBeVisible()
  await form.getByLabel('Delivery', { exact: true }).fill('40')

  await form.getByRole('switch', { name: 'Con variantes' }).press('Space')
  await form.getByLabel('Personal', { exact: true }).check()
  await form.getByLabel('Familiar', { exact: true }).check()
  await form.getByLabel('Familiar: suma').fill('20')
  await form.getByLabel('Inglés', { exact: true }).check()
  await form.getByLabel('Medio', { exact: true }).check()
  await form.getByText('4 combinaciones').click()
  await form.getByLabel(/^Inglés, Familiar$|^Familiar, Inglés$/).uncheck()
  await form.getByLabel(/^(Medio, Familiar|Familiar, Medio): suma$/).fill('18.50')
  await expect(form.getByText('3 combinaciones')).toBeVisible()
  await look(page, 'combinations', at)
  await form.getByRole('switch', { name: 'Descuenta insumos' }).press('Space')
  await form.getByRole('button', { name: 'Agregar insumo' }).click()
  await form.getByRole('combobox', { name: 'Insumo 1' }).click()
  await page.getByRole('option', { name: 'Huevo', exact: true }).click()
  await form.getByLabel('Cantidad').fill('2')
  await form.getByRole('combobox', { name: 'Unidad' }).click()
  await page.getByRole('option', { name: 'und', exact: true }).click()
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'chaufa.png', mimeType: 'image/png', buffer: photo })
  await expect(form.getByText('Margen en mesa')).toContainText('96 %')
  await expectAccessible()
  await look(page, 'form', at)
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form).toHaveCount(0)

  await search(page, name)
  await expect(row(page, name)).toContainText('Con variantes')
  await expect(row(page, name).locator('img')).toHaveAttribute('src', /\/api\/pictures\//)
  await row(page, name).getByRole('button', { name, exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Editar producto' })
  await expect(edit.getByRole('radio', { name: 'Costo de la receta' })).toBeChecked()
  await expect(edit.getByRole('status').filter({ hasText: 'S/ 1.20' })).toHaveCount(3)
  await expect(edit.getByText('Margen en mesa')).toContainText('96 %')
  await expect(edit.getByText('3 combinaciones')).toBeVisible()
  const kept = edit.getByLabel(/^(Medio, Familiar|Familiar, Medio): suma$/)
  const own = (await kept.inputValue()) || (await kept.getAttribute('placeholder'))
  expect(own).toBe('18.50')
  await look(page, 'edit', at)
  // Neither waits for saving: what is left of another price, and of another recipe.
  await edit.getByLabel('En mesa').fill('2.40')
  await expect(edit.getByText('Margen en mesa')).toContainText('41 %')
  await expect(edit.getByText(/^Para llegar al objetivo: S\/\s/)).toBeVisible()
  await edit.getByLabel('Cantidad', { exact: true }).fill('1')
  await expect(edit.getByText('Margen en mesa')).toContainText('71 %')
  await look(page, 'margin', at)
  await edit.getByLabel('Cantidad', { exact: true }).fill('2')
  await edit.getByLabel('En mesa').fill('39.5')
  await edit.getByRole('button', { name: /^Guardar/ }).click()
  await expect(edit).toHaveCount(0)
  await expect(row(page, name)).toContainText('39.50')

  await menu(page, name).click()
  await page.getByRole('button', { name: 'Agotado por hoy' }).click()
  await expect(row(page, name)).toContainText('Agotado hoy')
  await menu(page, name).click()
  await page.getByRole('button', { name: 'Eliminar' }).click()
  const asking = page.getByRole('dialog', { name: /Eliminar/ })
  await asking.getByRole('button', { name: 'Eliminar' }).click()
  await expect(row(page, name)).toHaveCount(0)
})

test('a switch that fails goes back, and what a combo needs stays', async ({ page, signIn }, info) => {
  await signIn('admin', '/products?q=causa')
  const toggle = row(page, 'Causa limeña').getByRole('switch')
  await expect(toggle).toBeChecked()
  await page.route('**/api/products/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 500,
          json: { success: false, code: 'internal', message: 'Algo falló', errors: {} },
        })
      : route.continue(),
  )
  await toggle.click({ force: true })
  await expect(row(page, 'Causa limeña').getByRole('alert')).toContainText('No se guardó')
  await expect(toggle).toBeChecked()
  await page.unroute('**/api/products/*')
  await row(page, 'Causa limeña').getByRole('button', { name: 'Reintentar' }).click()
  await expect(toggle).not.toBeChecked()
  await toggle.click({ force: true })
  await expect(toggle).toBeChecked()

  await page.goto('/products?q=lomo saltado')
  const lomo = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Lomo saltado', exact: true }) })
  await lomo.getByRole('button', { name: /^Acciones/ }).click()
  await page.getByRole('button', { name: 'Eliminar' }).click()
  const asking = page.getByRole('dialog', { name: /Eliminar Lomo saltado/ })
  await asking.getByRole('button', { name: 'Eliminar' }).click()
  await expect(asking).toContainText('Combo criollo para dos')
  await look(page, 'in-use', info.project.name)
  await asking.getByRole('button', { name: 'Cancelar' }).click()
})

test('categories and attributes', async ({ page, signIn, expectAccessible }, info) => {
  const at = info.project.name
  await signIn('admin', '/products?tab=categories')
  await expect(row(page, 'Entradas y sopas')).toBeVisible()
  await expectAccessible()
  await look(page, 'categories', at)
  const name = `Menú ${at}`
  await page.getByRole('button', { name: /^Nueva/ }).click()
  const form = page.getByRole('dialog', { name: 'Nueva categoría' })
  await form.getByLabel('Nombre').fill(name)
  await look(page, 'category-form', at)
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await search(page, name)
  await expect(row(page, name)).toBeVisible()
  await page.goto('/products?tab=categories')
  await menu(page, 'Entradas y sopas').click()
  await page.getByRole('button', { name: 'Eliminar' }).click()
  const asking = page.getByRole('dialog', { name: /Eliminar/ })
  await asking.getByRole('button', { name: 'Eliminar' }).click()
  await expect(asking).toContainText('productos')
  await asking.getByRole('button', { name: 'Cancelar' }).click()

  await page.goto('/products?tab=attributes')
  await expect(row(page, 'Término')).toContainText('Inglés, Medio')
  await expectAccessible()
  await page.getByRole('button', { name: /^Nuevo/ }).click()
  const attribute = page.getByRole('dialog', { name: 'Nuevo atributo' })
  await attribute.getByLabel('Nombre').fill(`Picante ${at}`)
  await attribute.getByRole('button', { name: 'Agregar' }).click()
  await expect(page.getByText('La opción está vacía')).toBeVisible()
  for (const option of ['Nada', 'Mucho']) {
    await attribute.getByLabel('Nueva opción').fill(option)
    await page.keyboard.press('Enter')
  }
  await expect(attribute.getByRole('textbox', { name: 'Opción 2' })).toHaveValue('Mucho')
  await look(page, 'attribute-form', at)
  await attribute.getByRole('button', { name: /^Crear/ }).click()
  await expect(attribute).toHaveCount(0)
  await expect(row(page, `Picante ${at}`)).toContainText('Nada, Mucho')
})
