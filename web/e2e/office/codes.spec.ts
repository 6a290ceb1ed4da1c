import type { Page } from '@playwright/test'
import { account, lineOf, phoneSize, takeaway } from '../support/account'
import { callerOf } from '../support/api'
import { expect, newPage, test } from '../support/test'

test.use({ restaurant: 'codes' })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** As a reader types: fast, and with Enter at the end. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code, { delay: 2 })
  await page.keyboard.press('Enter')
}

test('a scanned code is a line of the sale', async ({ browser }, info) => {
  test.skip(phoneSize(info), 'a reader is at the till')
  const admin = await callerOf('admin')
  const rows = await admin.get('/products?page=false')
  const found = (name: string) => rows.find((each: { name: string }) => each.name === name)
  await admin.put(`/products/${found('Cau cau').id}`, { code: 'CAU-1', barcode: '0077501820034' })
  const options = await admin.get('/attributes?term=Porci')
  const [small, large] = options[0].options
  await admin.post('/products', {
    name: 'Agua de mesa',
    category_id: found('Cau cau').category_id,
    sale_amount: '4',
    has_variants: true,
    variants: [
      { options: { [small.id]: '0' }, barcode: '775100' },
      { options: { [large.id]: '3' }, barcode: '775101' },
    ],
  })
  const id = await takeaway('Lector')
  const page = await newPage(browser, info, 'cajero', { path: `/order/${id}` })
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
  await scan(page, '0077501820034')
  await expect(lineOf(await account(page, info), '1 Cau cau')).toBeVisible()
  await scan(page, 'cau-1')
  await expect(lineOf(await account(page, info), '2 Cau cau')).toBeVisible()
  // Without its zeros it is another code.
  await scan(page, '77501820034')
  await expect(page.getByText('Ningún producto tiene el código 77501820034.')).toBeVisible()
  // The large bottle's code answers which one it is.
  await scan(page, '775101')
  const water = lineOf(await account(page, info), '1 Agua de mesa')
  await expect(water).toContainText(large.name)
  await expect(water).toContainText('7.00')
  // Part of a code finds it, as part of a name does.
  await page.keyboard.type('1820034')
  await expect(page.getByRole('main').getByRole('button', { name: /^Cau cau/ })).toBeVisible()
})

test('several products change their price at once, as it was shown before', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const at = info.project.name
  const admin = await callerOf('admin')
  const names = [`Pan ${at} uno`, `Pan ${at} dos`]
  const [category] = await admin.get('/categories?page=false')
  for (const name of names)
    await admin.post('/products', { name, category_id: category.id, sale_amount: '5.05' })
  await signIn('admin', `/products?q=Pan ${at}`)
  await expect(row(page, names[0] ?? '')).toBeVisible()
  await page.getByRole('button', { name: 'Elegir varios' }).click()
  await page.getByRole('checkbox', { name: `Elegir ${names[0]}` }).check()
  await expect(page.getByText('1 elegido')).toBeVisible()
  await page.getByRole('button', { name: 'Elegir los 2' }).click()
  await expect(page.getByText('2 elegidos')).toBeVisible()
  await page.screenshot({ path: info.outputPath('chosen.png'), animations: 'disabled' })
  await expectAccessible()
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar 2 productos' })
  await dialog.getByLabel('Cuánto sube').fill('10')
  // 5.05 and a tenth are 5.555: to ten céntimos 5.60.
  await expect(dialog.getByRole('listitem').filter({ hasText: names[1] })).toContainText('5.60')
  await page.screenshot({ path: info.outputPath('preview.png'), animations: 'disabled' })
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Cambiar 2 productos' }).click()
  await expect(dialog).toHaveCount(0)
  for (const name of names) await expect(row(page, name)).toContainText('5.60')
  await expect(page.getByRole('checkbox', { name: `Elegir ${names[0]}` })).toHaveCount(0)
})

test('what a product needs is made in its form, and a copy has it all', async ({ page, signIn }, info) => {
  const at = info.project.name
  const name = `Anticucho ${at}`
  await signIn('admin', '/products')
  await page.getByRole('button', { name: /^Nuevo/ }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo producto' })
  await form.getByLabel('Nombre').fill(name)
  await form.getByRole('combobox', { name: 'Categoría' }).fill(`Brasas ${at}`)
  await page.getByRole('option', { name: `+ Crear «Brasas ${at}»` }).click()
  const category = page.getByRole('dialog', { name: 'Nueva categoría' })
  await expect(category.getByLabel('Nombre')).toHaveValue(`Brasas ${at}`)
  await category.getByRole('button', { name: 'Crear' }).click()
  await expect(form.getByRole('combobox', { name: 'Categoría' })).toHaveValue(`Brasas ${at}`)
  await form.getByRole('combobox', { name: 'Área de producción' }).click()
  await page.getByRole('option', { name: 'No pasa por cocina' }).click()
  await form.getByLabel('En mesa').fill('25')
  // A reader's Enter in the field does not save half a product.
  await form.getByLabel('Código de barras').fill(`0775-${at}`)
  await form.getByLabel('Código de barras').press('Enter')
  await form.getByRole('switch', { name: 'Con variantes' }).press('Space')
  await form.getByRole('button', { name: 'Nuevo atributo' }).click()
  const attribute = page.getByRole('dialog', { name: 'Nuevo atributo' })
  await attribute.getByLabel('Nombre').fill(`Palitos ${at}`)
  await attribute.getByLabel('Opciones').fill(`Dos ${at}, Cuatro ${at}`)
  await attribute.getByRole('button', { name: 'Crear' }).click()
  await expect(form.getByRole('checkbox', { name: `Cuatro ${at}`, exact: true })).toBeChecked()
  await form.getByRole('switch', { name: 'Admite adicionales' }).press('Space')
  await form.getByRole('button', { name: 'Nuevo adicional' }).click()
  const topping = page.getByRole('dialog', { name: 'Nuevo adicional' })
  await topping.getByLabel('Nombre').fill(`Choclo ${at}`)
  await topping.getByLabel('Precio').fill('3')
  await topping.getByRole('button', { name: 'Crear' }).click()
  await expect(form.getByRole('button', { name: `Choclo ${at}`, pressed: true })).toBeVisible()
  await form.getByRole('switch', { name: 'Descuenta insumos' }).press('Space')
  await form.getByRole('button', { name: 'Agregar insumo' }).click()
  await expect(form.getByRole('combobox', { name: 'Insumo 1' })).toBeFocused()
  await page.getByRole('option', { name: 'Huevo', exact: true }).click()
  await form.getByLabel('Cantidad').fill('2')
  // One cost: the recipe's, until the house says another.
  await expect(form.getByLabel('Costo', { exact: true }).filter({ visible: true })).toHaveCount(1)
  await form.getByText('Costo propio').click()
  await form.getByRole('textbox', { name: 'Costo', exact: true }).fill('9')
  await page.screenshot({ path: info.outputPath('form.png'), animations: 'disabled' })
  await form
    .locator('footer')
    .getByRole('button', { name: /^Crear/ })
    .click()
  await expect(form).toHaveCount(0)

  await page.goto(`/products?q=0775-${at}`)
  await row(page, name)
    .getByRole('button', { name: /^Acciones/ })
    .click()
  await page.getByRole('button', { name: 'Duplicar' }).click()
  const copy = page.getByRole('dialog', { name: 'Editar producto' })
  await expect(copy.getByLabel('Nombre')).toHaveValue(`${name} (copia)`)
  await expect(copy.getByLabel('Código de barras', { exact: true })).toHaveValue('')
  await expect(copy.getByRole('switch', { name: 'Activo' })).not.toBeChecked()
  await expect(copy.getByRole('textbox', { name: 'Costo', exact: true })).toHaveValue('9.00')
  await expect(copy.getByRole('button', { name: `Choclo ${at}`, pressed: true })).toBeVisible()
  await expect(copy.getByRole('checkbox', { name: `Cuatro ${at}`, exact: true })).toBeChecked()
})
