import { callerOf } from '../support/api'
import { expect, newPage, test } from '../support/test'

test.use({ restaurant: 'productions' })

const number = async (name: string) => {
  const office = await callerOf('supervisor')
  const rows = await office.get<{ name: string; stock: string }[]>(
    `/supplies?term=${encodeURIComponent(name)}`,
  )
  return Number(rows.find((row) => row.name === name)?.stock)
}

/** A sauce that takes two kilos of tomatoes for ten kilos of itself. */
async function sauceOf(name: string) {
  const office = await callerOf('supervisor')
  const found =
    await office.get<{ id: number; name: string; measurement_id: number }[]>('/supplies?term=tomate')
  const tomato = found.find((supply) => supply.name === 'Tomate')
  await office.post('/supplies', {
    name,
    measurement_id: tomato?.measurement_id,
    has_stock: true,
    has_recipe: true,
    recipe_yield: '10',
    supply_items: [{ supply_id: tomato?.id, quantity: '2' }],
  })
}

test('a supply is given its recipe where it is edited', async ({ page, signIn, expectAccessible }, info) => {
  const name = `Fondo oscuro ${info.project.name}`
  await signIn('supervisor', '/supplies?open=new')
  const form = page.getByRole('dialog', { name: 'Nuevo insumo' })
  await form.getByLabel('Nombre').fill(name)
  await form.getByRole('combobox', { name: 'Se cuenta en' }).click()
  await page.getByRole('option', { name: 'Kilogramo (kg)' }).click()
  await form.getByRole('switch', { name: 'Se produce aquí' }).focus()
  await page.keyboard.press('Space')
  await form.getByLabel('La receta rinde').fill('4')
  await form.getByRole('button', { name: 'Agregar insumo' }).click()
  await form.getByRole('combobox', { name: 'Insumo 1' }).fill('tomate')
  await page.getByRole('option', { name: 'Tomate' }).first().click()
  await form.getByLabel('Cantidad').fill('2')
  await expect(form.getByText(/^1 kg cuesta/)).toBeVisible()
  await expectAccessible()
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form).toHaveCount(0)
  await page.goto('/inventory/productions?open=new')
  await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
})

test('what is made takes out its ingredients, and is taken back', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const name = `Salsa de tomate ${info.project.name}`
  await sauceOf(name)
  const before = await number('Tomate')
  await signIn('supervisor', '/inventory/productions')
  await page.getByRole('button', { name: 'Producir' }).click()
  const drawer = page.getByRole('dialog', { name: 'Producir' })
  await drawer.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(drawer.getByLabel('Cantidad de Tomate')).toHaveValue('2')
  await drawer.getByLabel('Cantidad de Tomate').fill('2.5')
  await drawer.getByLabel('¿Cuánto salió?').fill('9.2')
  await expect(drawer.getByText(/^Salieron 9.2 de 10 kg: 92\s%/)).toBeVisible()
  await expectAccessible()
  await drawer.getByRole('button', { name: /^Registrar producción/ }).click()
  await expect(page.getByText('Producción registrada')).toBeVisible()
  await expect(drawer).toHaveCount(0)
  expect(await number('Tomate')).toBeCloseTo(before - 2.5, 6)
  expect(await number(name)).toBeCloseTo(9.2, 6)

  await page.getByRole('button', { name: new RegExp(`^Ver PR-.*${name}`) }).click()
  const sheet = page.getByRole('complementary', { name: /^Producción PR-/ })
  await expect(sheet).toContainText('Salieron 9.2 de 10 kg')
  await expectAccessible()
  await sheet.getByRole('button', { name: 'Anular' }).click()
  const asking = page.getByRole('dialog', { name: '¿Anular la producción?' })
  await asking.getByLabel('Motivo').fill('Se registró dos veces')
  await asking.getByRole('button', { name: 'Anular producción' }).click()
  await expect(sheet).toContainText('Se registró dos veces')
  expect(await number('Tomate')).toBeCloseTo(before, 6)
  expect(await number(name)).toBeCloseTo(0, 6)
})

test('a cook produces from the wall, with large keys and without costs', async ({ browser }, info) => {
  const name = `Aderezo ${info.project.name}`
  await sauceOf(name)
  const page = await newPage(browser, info, 'cocina', { path: '/monitor-production' })
  await page.getByRole('link', { name: 'Producir' }).click()
  const drawer = page.getByRole('dialog', { name: 'Producir' })
  await drawer.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  const used = drawer.getByLabel('Cantidad de Tomate')
  await expect(used).toHaveValue('2')
  expect((await used.boundingBox())?.height).toBeGreaterThanOrEqual(64)
  await expect(drawer.getByText(/cuesta/)).toHaveCount(0)
  await drawer.getByRole('button', { name: /^Registrar producción/ }).click()
  await expect(page.getByText('Producción registrada')).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^Ver PR-.*${name}`) }).click()
  const sheet = page.getByRole('complementary', { name: /^Producción PR-/ }).or(page.getByRole('dialog'))
  await expect(sheet.first()).toContainText('Tomate')
  await expect(page.getByRole('button', { name: 'Anular' })).toHaveCount(0)
  await page.context().close()
})
