import type { Page } from '@playwright/test'
import { phoneSize } from '../support/account'
import { callerOf } from '../support/api'
import { expect, test } from '../support/test'

test.use({ restaurant: 'supplies' })

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const look = (page: Page, name: string, at: string) =>
  page.screenshot({ path: `test-results/supplies-${name}-${at}.png`, animations: 'disabled' })

test('supplies are found, made, changed, and kept while a recipe needs them', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const at = info.project.name
  await signIn('supervisor', '/supplies')
  await expect(row(page, 'Aceite vegetal')).toBeVisible()
  await expectAccessible()
  await look(page, 'list', at)

  await page.getByRole('searchbox').fill('aji')
  await expect(row(page, 'Ají amarillo')).toBeVisible()
  await expect(row(page, 'Aceite vegetal')).toHaveCount(0)
  await expect(page).toHaveURL(/q=aji/)

  // One that a recipe takes is refused where it is asked for, with the dishes that need it.
  await row(page, 'Ají amarillo')
    .getByRole('button', { name: /^Acciones/ })
    .click()
  await page.getByRole('button', { name: 'Eliminar' }).click()
  const asking = page.getByRole('dialog', { name: /Eliminar Ají amarillo/ })
  await asking.getByRole('button', { name: 'Eliminar' }).click()
  await expect(asking).toContainText('Se usa en')
  await look(page, 'in-use', at)
  await asking.getByRole('button', { name: 'Cancelar' }).click()

  const name = `Sal de Maras ${at}`
  await page.getByRole('button', { name: /^Nuevo/ }).click()
  const form = drawer(page, 'Nuevo insumo')
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form.getByLabel('Nombre')).toBeFocused()
  await form.getByLabel('Nombre').fill(name)
  await form.getByRole('combobox', { name: 'Se cuenta en' }).click()
  await page.getByRole('option', { name: 'Kilogramo (kg)' }).click()
  await form.getByLabel('Costo de 1 kg').fill('12,5')
  await form.getByLabel('Stock mínimo').fill('2')
  await expectAccessible()
  await look(page, 'form', at)
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)

  await page.getByRole('searchbox').fill(name)
  await expect(row(page, name)).toContainText(/12\.50\s\/\skg/)
  await row(page, name).getByRole('button', { name, exact: true }).click()
  const edit = drawer(page, 'Editar insumo')
  await edit.getByLabel('Costo de 1 kg').fill('14')
  await edit.getByRole('button', { name: /^Guardar/ }).click()
  await expect(row(page, name)).toContainText(/14\.00\s\/\skg/)

  await row(page, name)
    .getByRole('button', { name: /^Acciones/ })
    .click()
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await page
    .getByRole('dialog', { name: /Eliminar/ })
    .getByRole('button', { name: 'Eliminar' })
    .click()
  await expect(row(page, name)).toHaveCount(0)
})

test('units, toppings with a recipe, comments and areas', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const at = info.project.name
  await signIn('supervisor', '/supplies?tab=units')
  await expect(row(page, 'Docena')).toContainText('1 doc = 12 und')
  await expectAccessible()
  await look(page, 'units', at)

  await page.goto('/toppings')
  await expect(row(page, 'Huevo frito')).toBeVisible()
  await expectAccessible()
  await look(page, 'toppings', at)
  const name = `Huevos pochados ${at}`
  await page.getByRole('button', { name: /^Nuevo/ }).click()
  const form = drawer(page, 'Nuevo adicional')
  await form.getByLabel('Nombre').fill(name)
  await form.getByLabel('Precio').fill('6')
  await form.getByText('Una receta').click()
  await form.getByRole('button', { name: 'Agregar insumo' }).click()
  await form.getByRole('combobox', { name: 'Insumo 1' }).click()
  await page.getByRole('option', { name: 'Huevo', exact: true }).click()
  await form.getByLabel('Cantidad').fill('2')
  await form.getByRole('combobox', { name: 'Unidad' }).click()
  await page.getByRole('option', { name: 'und', exact: true }).click()
  await expect(form.getByRole('status')).toContainText('Cuesta hoy S/ 1.20')
  await expectAccessible()
  await look(page, 'topping-form', at)
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('searchbox').fill(name)
  await expect(row(page, name)).toContainText('6.00')

  await page.goto('/toppings?tab=comments')
  await expect(row(page, 'Sin cebolla')).toContainText('Cualquier plato')
  await expectAccessible()
  await look(page, 'comments', at)

  await page.goto('/production-areas')
  await expect(row(page, 'Cocina')).toContainText('10 min, tarde a los 18')
  await expectAccessible()
  await look(page, 'areas', at)
  await row(page, 'Caja')
    .getByRole('button', { name: /^Acciones/ })
    .click()
  await page.getByRole('button', { name: 'Eliminar' }).click()
  const asking = page.getByRole('dialog', { name: /Eliminar Caja/ })
  await asking.getByRole('button', { name: 'Eliminar' }).click()
  await expect(asking).toContainText('CAJA es el área de la caja')
})

test('a file of products is read, mended and brought in', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const at = info.project.name
  const caller = await callerOf('supervisor')
  await signIn('supervisor', '/products')
  if (phoneSize(info)) await expect(page.getByRole('heading', { name: 'Productos' })).toBeVisible()
  await page.getByRole('button', { name: 'Importar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar productos' })
  const file = (price: string) => ({
    name: 'carta.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Producto;Categoría;Precio\nSopa ${at};Sopas ${at};${price}\nLocro ${at};Sopas ${at};18\n`,
    ),
  })
  await dialog.getByLabel('Archivo de productos').setInputFiles(file('caro'))
  await expect(dialog.getByRole('row').filter({ hasText: `Sopa ${at}` })).toContainText(
    '«caro» no es un número',
  )
  await expect(dialog.getByRole('button', { name: 'Corrige 1 línea' })).toBeDisabled()
  await expectAccessible()
  await look(page, 'import-error', at)
  await dialog.getByLabel('Archivo de productos').setInputFiles(file('S/ 16,50'))
  await expect(dialog.getByRole('status')).toContainText(`Se crea la categoría Sopas ${at}.`)
  await look(page, 'import', at)
  await dialog.getByRole('button', { name: 'Importar 2 productos' }).click()
  await expect(dialog).toHaveCount(0)
  const [soup] = await caller.get(`/products?term=${encodeURIComponent(`Sopa ${at}`)}`)
  expect(soup.sale_amount).toBe('16.50')
})

const sheets = [
  {
    path: '/supplies',
    title: 'insumos',
    head: 'Insumo;Unidad;Costo',
    good: (at: string) => `Culantro ${at};kg;6,50`,
    bad: (at: string) => `Huacatay ${at};brazas;caro`,
    mended: (at: string) => `Huacatay ${at};kg;7`,
    says: ['Unidad: No hay una unidad «brazas»', 'Costo: «caro» no es un número'],
  },
  {
    path: '/clients',
    title: 'clientes',
    head: 'Número;Nombre;Nacimiento',
    good: (at: string) => `;Rosario ${at};24/09/1988`,
    bad: (at: string) => `4056382;Zoila ${at};ayer`,
    mended: (at: string) => `;Zoila ${at};`,
    says: ['Número: Le falta un dígito', 'Nacimiento: «ayer» no es una fecha'],
  },
]

for (const sheet of sheets) {
  test(`a file of ${sheet.title} is read, mended and brought in, and goes out again`, async ({
    page,
    signIn,
    expectAccessible,
  }, info) => {
    const at = info.project.name.replaceAll(/[^a-z]/g, '')
    await signIn('supervisor', sheet.path)
    await page.getByRole('button', { name: 'Importar' }).click()
    const dialog = page.getByRole('dialog', { name: `Importar ${sheet.title}` })
    const choose = (...lines: string[]) =>
      dialog.getByLabel(`Archivo de ${sheet.title}`).setInputFiles({
        name: 'hoja.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from([sheet.head, ...lines].join('\n')),
      })
    await choose(sheet.good(at), sheet.bad(at))
    const wrong = dialog.getByRole('row').filter({ hasText: at }).first()
    for (const text of sheet.says) await expect(wrong).toContainText(text)
    await expect(dialog.getByRole('button', { name: 'Corrige 1 línea' })).toBeDisabled()
    await expectAccessible()
    await look(page, `sheet-${sheet.title}`, at)
    await choose(sheet.good(at), sheet.mended(at))
    await dialog.getByRole('button', { name: `Importar 2 ${sheet.title}` }).click()
    await expect(dialog).toHaveCount(0)
    const mended =
      sheet
        .mended(at)
        .split(';')
        .find((cell) => cell.includes(at)) ?? ''
    await page.getByRole('searchbox').fill(mended)
    await expect(page.getByRole('row').filter({ hasText: mended })).toBeVisible()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('button', { name: 'CSV' }).click()
    expect((await file).suggestedFilename()).toMatch(new RegExp(`^${sheet.title}-.*\\.csv$`))
  })
}

test('how a phone reaches the server is told, or what keeps it from it', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await signIn('mozo', '/profile#celular')
  const card = page.getByRole('region', { name: 'Abrir en el celular' })
  await expect(card).toContainText('solo esta computadora llega')
  await expect(card).toContainText('--listen 0.0.0.0:')
  await expectAccessible()
  await page.route('**/api/server-address', (route) =>
    route.fulfill({
      json: {
        success: true,
        response: { url: 'http://192.168.1.20:8080', reachable: true, listen_for_all: '0.0.0.0:8080' },
      },
    }),
  )
  await page.reload()
  await expect(card.getByRole('img', { name: 'Código QR con la dirección de Comanda' })).toBeVisible()
  await expect(card.getByRole('link', { name: 'http://192.168.1.20:8080' })).toBeVisible()
  await look(page, 'phone', info.project.name)
})
