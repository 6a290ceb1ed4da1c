import type { Locator, Page } from '@playwright/test'
import { type Caller, callerOf, takeAway, withCash } from '../support/api'
import { expect, test } from '../support/test'

test.use({ restaurant: 'first-month', young: true })
test.setTimeout(180_000)

const quinoa = 'Quinua roja'
const chili = 'Ají mirasol'
const sauce = 'Salsa de ají'

/** What a house has before it counts anything: a sack, a category, and somebody who sells it quinoa. */
async function setScene(office: Caller) {
  const units = await office.get('/measurements?page=false')
  const kilo = units.find((unit: { symbol: string }) => unit.symbol === 'kg')
  const sack = { symbol: 'saco 25 kg', name: 'Saco de 25 kg', magnitude_id: kilo.id, equivalence: '25' }
  await office.post('/measurements', sack)
  await office.post('/categories', { name: 'Andinos', type: 'SUPPLY' })
  const provider = { document_type: 'RUC', document_number: '20512834605', business_name: 'Granos S.A.C.' }
  await office.post('/providers', provider)
}

/** Two kilos of chili give four of sauce, and a plate of quinoa takes a little of it. */
async function writeRecipes(office: Caller) {
  const supplies = await office.get('/supplies?page=false')
  const named = (name: string) => supplies.find((each: { name: string }) => each.name === name)
  const { id, measurement_id, category_id } = named(chili)
  const recipe = { has_recipe: true, recipe_yield: '4', supply_items: [{ supply_id: id, quantity: '2' }] }
  const made = await office.post('/supplies', { name: sauce, measurement_id, category_id, ...recipe })
  const [category] = await office.get('/categories?page=false')
  const supply_items = [
    { supply_id: named(quinoa).id, quantity: '0.25' },
    { supply_id: made.id, quantity: '0.05' },
  ]
  const dish = { name: 'Quinotto', category_id: category.id, sale_amount: '24' }
  await office.post('/products', { ...dish, has_supplies: true, supply_items })
}

/** Eight plates to take away, paid with a boleta; gives its number. */
async function sell(office: Caller): Promise<string> {
  const closeTill = await withCash(office)
  const account = await takeAway(office, { Quinotto: 8 })
  const { billing } = await office.post('/payments', {
    client_request_id: account,
    payment_options: { Efectivo: '192' },
    billing_type_id: 1,
  })
  await closeTill()
  return billing.full_number
}

/** A new supply by kilos, with what there is of it. */
async function countIn(page: Page, of: { name: string; least: string; have: string; cost: string }) {
  await page.getByRole('button', { name: 'Nuevo', exact: true }).click()
  await page.getByRole('button', { name: 'Nuevo insumo' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo insumo' })
  await form.getByLabel('Nombre').fill(of.name)
  await form.getByRole('combobox', { name: 'Se cuenta en' }).click()
  await page.getByRole('option', { name: 'Kilogramo (kg)' }).click()
  await form.getByRole('combobox', { name: 'Categoría' }).click()
  await page.getByRole('option', { name: 'Andinos' }).click()
  await form.getByLabel('Stock mínimo').fill(of.least)
  await form.getByLabel('Stock inicial').fill(of.have)
  await form.getByLabel('Costo inicial de 1 kg').fill(of.cost)
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form).toHaveCount(0)
}

/** The supply as the list of what there is shows it. */
async function stockRow(page: Page, name: string): Promise<Locator> {
  await page.goto(`/inventory/stock?q=${encodeURIComponent(name)}`)
  return page.getByRole('row').filter({ hasText: name })
}

/** Sacks of quinoa, typed by hand. */
async function takeSacks(page: Page, sacks: string, price: string) {
  await page.goto('/purchase/create')
  await page.getByRole('textbox', { name: 'Proveedor' }).fill('Granos')
  await page.getByRole('option', { name: /^Granos/ }).click()
  await page.getByPlaceholder('Escribe o escanea el siguiente ítem').fill(quinoa)
  await expect(page.getByRole('option', { name: quinoa })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByLabel(`Unidad de ${quinoa}`).selectOption({ label: 'saco 25 kg' })
  await page.getByLabel(`Cantidad de ${quinoa}`).fill(sacks)
  await page.getByLabel(`Precio de ${quinoa}`).fill(price)
}

/** Their factura says the same as what was typed. */
async function writePaper(page: Page, number: string, total: string) {
  await page.getByRole('combobox', { name: 'Documento' }).click()
  await page.getByRole('option', { name: 'Factura' }).click()
  await page.getByLabel('Serie').fill('F001')
  await page.getByLabel('Número', { exact: true }).fill(number)
  await page.getByLabel('El papel dice').fill(total)
  await expect(page.getByText('Cuadra', { exact: true })).toBeVisible()
}

async function keep(page: Page, number: string) {
  await page.getByRole('button', { name: 'Guardar compra' }).click()
  await expect(page.getByRole('link', { name: number })).toBeVisible()
}

test('the first month of a house, from opening stock to what to buy', async ({ page, signIn }) => {
  const office = await callerOf('supervisor')
  await setScene(office)
  await signIn('supervisor')

  await test.step('what there is on the first day is counted in', async () => {
    await page.goto('/inventory/stock')
    await countIn(page, { name: quinoa, least: '94', have: '25', cost: '8' })
    await countIn(page, { name: chili, least: '1', have: '10', cost: '12' })
    await expect(await stockRow(page, quinoa)).toContainText('200.00')
    await expect(await stockRow(page, chili)).toContainText('120.00')
    await writeRecipes(office)
  })

  await test.step('a sack is bought, and two more on credit after its price rose', async () => {
    await takeSacks(page, '1', '236')
    await expect(page.getByText('Entra 25 kg a 9.44')).toBeVisible()
    await writePaper(page, '101', '236')
    await page.getByText('Otro medio', { exact: true }).click()
    await keep(page, 'F001-101')

    await takeSacks(page, '2', '259.60')
    await expect(page.getByText(/^10 % más que el .* \(236\.00\)$/)).toBeVisible()
    await expect(page.getByText('Entra 50 kg a 10.38')).toBeVisible()
    await writePaper(page, '102', '519.20')
    await page.getByText('Crédito', { exact: true }).click()
    await page.getByRole('button', { name: 'Otra cuota' }).click()
    await expect(page.getByLabel('Monto de la cuota 2')).toHaveValue('259.60')
    await keep(page, 'F001-102')
    await expect(await stockRow(page, quinoa)).toContainText(/100 kg.*subió 10 %/)
  })

  await test.step('a sauce is made, and gives less than its recipe says', async () => {
    await page.goto('/inventory/productions')
    await page.getByRole('button', { name: 'Producir' }).click()
    const drawer = page.getByRole('dialog', { name: 'Producir' })
    await drawer.getByRole('button', { name: new RegExp(`^${sauce}`) }).click()
    await expect(drawer.getByLabel(`Cantidad de ${chili}`)).toHaveValue('2')
    await drawer.getByLabel('¿Cuánto salió?').fill('3.2')
    const outcome = /^Salieron 3.2 de 4 kg: 80\s%; cada kg cuesta 7.50 en vez de 6.00/
    await expect(drawer.getByText(outcome)).toBeVisible()
    await drawer.getByRole('button', { name: /^Registrar producción/ }).click()
    await expect(page.getByText('Producción registrada')).toBeVisible()
    await expect(await stockRow(page, sauce)).toContainText('24.00')
  })

  const boleta = await sell(office)

  await test.step('a bag breaks', async () => {
    const row = await stockRow(page, quinoa)
    await expect(row).toContainText('98 kg')
    await row.getByRole('button', { name: /^Acciones/ }).click()
    await page.getByRole('button', { name: 'Registrar merma' }).click()
    const drawer = page.getByRole('dialog', { name: 'Registrar merma' })
    await drawer.getByRole('button', { name: 'Merma: roto o derramado' }).click()
    await drawer.getByLabel('Cantidad').fill('3')
    await drawer.getByRole('button', { name: /^Registrar merma/ }).click()
    await expect(page.getByText('Merma registrada')).toBeVisible()
    await expect(row).toContainText(/95 kg.*Mínimo 94 kg/)
  })

  await test.step('a blind count misses two kilos, and nobody found the sauce', async () => {
    await page.goto('/inventory/counts')
    await page.getByRole('button', { name: /^Nuevo/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Nuevo conteo' })
    await drawer.getByRole('button', { name: 'Andinos' }).click()
    await drawer.getByLabel('Lugar').fill('Almacén')
    await drawer.getByRole('button', { name: 'Crear y contar' }).click()
    await page.waitForURL(/\/inventory\/counts\/\d+$/)
    const item = page.getByRole('heading', { level: 2 })
    const count = async (name: string, quantity: string) => {
      await expect(item).toHaveText(name)
      for (const key of quantity) await page.getByRole('button', { name: key, exact: true }).click()
      await page.getByRole('button', { name: 'Siguiente' }).click()
    }
    await count(chili, '8')
    await expect(item).toHaveText(quinoa)
    await expect(page.getByRole('main')).not.toContainText('95')
    await count(quinoa, '93')
    await expect(item).toHaveText(sauce)
    await expect(page.getByText(/por enviar/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Terminar de contar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ver diferencias' }).click()

    const found = page.getByRole('table', { name: 'Diferencias, la mayor primero' })
    await expect(found.locator('tbody th')).toHaveText([new RegExp(`^${quinoa}`)])
    await expect(found.locator('tbody td')).toHaveText(['95', '93 kg', '−2 kg', '−16.80', 'Pedir recuento'])
    await expect(page.getByText('1 ítem cuadra')).toBeVisible()
    await page.getByRole('button', { name: 'Pedir PIN y aprobar' }).click()
    await page.getByRole('dialog', { name: '¿Y lo que nadie contó?' }).getByText('Continuar').click()
    await expect(page.getByRole('dialog', { name: 'Aprobar el conteo' })).toContainText('−S/ 16.80')
    await page.keyboard.type('1234')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Conteo aprobado')).toBeVisible()
    await expect(page.getByText('El almacén cambió en')).toContainText('−S/ 16.80')
  })

  await test.step('the kardex tells it all, to the céntimo', async () => {
    await (await stockRow(page, quinoa)).getByRole('link', { name: quinoa }).click()
    const table = page.getByRole('table', { name: `Kardex: ${quinoa}` })
    const rows = table.locator('tbody tr')
    // Came in, went out, balance, cost of one, value.
    const told = [
      ['Stock inicial', '25', '', '25', '8.00', '200.00'],
      // A factura costs what it says without its IGV of 18 %: 200.00 of 236.00, then 440.00 of 519.20.
      ['F001-101', '25', '', '50', '8.00', '400.00'],
      ['F001-102', '50', '', '100', '8.40', '840.00'],
      // Eight plates of a quarter of a kilo.
      [boleta, '', '2', '98', '8.40', '823.20'],
      ['Merma: roto o derramado', '', '3', '95', '8.40', '798.00'],
      ['Conteo', '', '2', '93', '8.40', '781.20'],
    ] as const
    await expect(rows).toHaveCount(told.length + 1)
    for (const [at, [reason, ...figures]] of told.entries()) {
      const row = rows.nth(at + 1)
      await expect(row).toContainText(reason)
      await expect(row.locator('td').filter({ hasNot: page.locator('time') })).toHaveText(figures)
    }
    await expect(table.locator('tfoot td')).toHaveText(['100', '7', '93', '8.40', '781.20'])
  })

  await test.step('what fell below its minimum is bought again', async () => {
    await expect(await stockRow(page, quinoa)).toContainText('Bajo el mínimo de 94 kg')
    await page.goto('/inventory/to-buy')
    const card = page.getByRole('region', { name: 'Granos S.A.C.' })
    const row = card.getByRole('row', { name: new RegExp(quinoa) })
    await expect(row).toContainText('93 kg')
    // One kilo is missing; nobody sells a tenth of a sack.
    const order = row.getByRole('textbox', { name: `Pedir de ${quinoa}` })
    await expect(order).toHaveValue('1')
    await card.getByRole('button', { name: 'Crear compra S/ 259.60' }).click()
    await expect(page.getByRole('textbox', { name: 'Proveedor' })).toHaveValue('Granos S.A.C.')
    await writePaper(page, '103', '259.60')
    await page.getByText('Otro medio', { exact: true }).click()
    await keep(page, 'F001-103')
    await expect(await stockRow(page, quinoa)).toContainText(/118 kg.*1,001\.20/)
    await page.goto('/inventory/to-buy')
    await expect(page.getByText('No falta nada')).toBeVisible()
  })

  await test.step('half of what was bought on credit is paid', async () => {
    await page.goto('/purchase')
    await page.getByRole('link', { name: 'F001-102' }).click()
    await page.getByRole('button', { name: 'Pagar la cuota 1' }).click()
    const pay = page.getByRole('dialog', { name: 'Pagar la cuota 1' })
    await pay.getByText('Otro medio', { exact: true }).click()
    await pay.getByRole('button', { name: 'Pagar S/ 259.60' }).click()
    await expect(pay).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Cuotas' }).getByText('Pagada')).toHaveCount(1)
    await expect(page.getByRole('list', { name: 'Pagos' })).toContainText('259.60')
    await page.goto('/purchase')
    await expect(page.getByRole('link', { name: 'Por pagar: S/ 259.60' })).toBeVisible()
    const purchases = page.getByRole('list', { name: 'Compras' }).getByRole('listitem')
    await expect(purchases.filter({ hasText: 'F001-102' })).toContainText(/519\.20.*259\.60 el/)
  })
})
