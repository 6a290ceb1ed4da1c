import type { Page } from '@playwright/test'
import { account, lineOf, phoneSize, takeaway, tile } from './support/account'
import { type Caller, callerOf, supervisorAtTheTill } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'choices' })
test.setTimeout(150_000)

const till = supervisorAtTheTill()
const panelOf = (page: Page, name: string) => page.getByRole('region', { name: `Opciones de ${name}` })

/** A dish of the category and area of another one, with these groups of options. */
async function addGrill(admin: Caller, name: string, choice_group_ids: number[] = []): Promise<number> {
  const { products } = await admin.get('/catalog/sale')
  const dish = products.find((each: { name: string }) => each.name === 'Rocoto relleno')
  const { category_id, production_area_id } = dish
  const body = { name, category_id, production_area_id, sale_amount: '148.00', choice_group_ids }
  return (await admin.post('/products', body)).id
}

const option = (name: string, more: Record<string, unknown> = {}) => ({ name, amount: '0.00', ...more })

async function find(page: Page, phone: boolean, name: string) {
  if (phone) await page.getByRole('button', { name: 'Escribe o escanea un producto' }).click()
  await page.getByRole('searchbox', { name: 'Escribe o escanea un producto' }).fill(name)
  await tile(page, name).click()
}

/** Makes a group in the office; each option is its name, its price and the group that it opens. */
async function makeGroup(page: Page, name: string, counts: [string, string, string], options: string[][]) {
  await page.getByRole('button', { name: /^(Nuevo|Crear el primer grupo)/ }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo grupo' })
  await form.getByLabel('Nombre').fill(name)
  for (const [at, label] of ['Se eligen al menos', 'Y hasta', 'Incluidas en el precio'].entries())
    await form.getByLabel(label).fill(counts[at] ?? '')
  for (const [at, [said = '', price = '', opens]] of options.entries()) {
    if (at > 1) await form.getByRole('button', { name: 'Agregar opción' }).click()
    await form.getByRole('combobox', { name: `Opción ${at + 1}`, exact: true }).fill(said)
    await form.getByLabel(`Precio de la opción ${at + 1}`).fill(price)
    if (!opens) continue
    await form.getByRole('combobox', { name: 'Abre otro grupo' }).nth(at).click()
    await page.getByRole('option', { name: opens }).click()
  }
  return form
}

test('the office makes groups, and a waiter orders, changes and sends what is chosen in them', async ({
  browser,
  expectAccessible,
}, info) => {
  const at = info.project.name
  const [meats, done, sides] = [`Carnes ${at}`, `Término ${at}`, `Guarniciones ${at}`]
  const name = `Parrilla ${at}`
  const phone = phoneSize(info)
  const admin = await callerOf('admin')
  const product = await addGrill(admin, name)

  const office = await newPage(browser, info, 'admin', { path: '/toppings?tab=choices' })
  office.setDefaultTimeout(15_000)
  let form = await makeGroup(office, done, ['1', '1', '0'], [['Inglés', '0'], ['']])
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form.getByText('Escribe la opción.')).toBeVisible()
  await form.getByRole('combobox', { name: 'Opción 2', exact: true }).fill('Tres cuartos')
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form).toBeHidden()
  form = await makeGroup(
    office,
    meats,
    ['2', '2', '0'],
    [
      ['Bife ancho', '0', done],
      ['Picaña', '8'],
      ['Pollo a la brasa', '0'],
    ],
  )
  await expect(form.getByText('Elige 2')).toBeVisible()
  await expectAccessible(office)
  await office.screenshot({ path: info.outputPath('office-form.png') })
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form).toBeHidden()
  const row = office.getByRole('row').filter({ hasText: meats })
  await expect(row).toContainText('Bife ancho, Picaña, Pollo a la brasa')
  await expect(row).toContainText('Elige 2')
  await office.screenshot({ path: info.outputPath('office-list.png') })
  const fries = option('Papas nativas', { amount: '6.00' })
  const salad = option('Ensalada fresca', { amount: '6.00' })
  await admin.post('/choice-groups', {
    name: sides,
    minimum: 0,
    maximum: 3,
    free: 1,
    options: [fries, salad],
  })

  await office.goto(`/products?open=${product}`)
  const drawer = office.getByRole('dialog', { name: 'Editar producto' })
  for (const group of [sides, meats]) {
    await drawer.getByRole('combobox', { name: 'Agregar un grupo' }).click()
    await office.getByRole('option', { name: group }).click()
  }
  await drawer.getByRole('button', { name: `Subir ${meats}` }).click()
  await office.screenshot({ path: info.outputPath('office-product.png') })
  await drawer.getByRole('button', { name: /^Guardar/ }).click()
  await expect(drawer).toBeHidden()

  const id = await takeaway(name)
  const page = await newPage(browser, info, 'mozo', { path: `/order/${id}` })
  page.setDefaultTimeout(15_000)
  await find(page, phone, name)
  const panel = panelOf(page, name)
  await expect(panel.getByRole('button', { name: `Falta elegir: ${meats} (2)` })).toBeDisabled()
  await panel.getByRole('button', { name: /^Bife ancho/ }).click()
  await expect(
    panel.getByRole('button', { name: `Falta elegir: ${meats} (1), ${done}`, exact: false }),
  ).toBeDisabled()
  await page.screenshot({ path: info.outputPath('missing.png') })
  await panel.getByRole('button', { name: /^Picaña/ }).click()
  await expect(panel.getByRole('button', { name: `Falta: ${done}` })).toBeDisabled()
  const cooked = panel.getByRole('radiogroup', { name: `${done} · Bife ancho` })
  await cooked.getByRole('radio', { name: 'Inglés' }).click()
  await panel.getByRole('button', { name: /^Pollo/ }).click()
  await expect(panel.getByText('Hasta 2: quita otra')).toBeVisible()
  await panel.getByRole('button', { name: /^Papas nativas/ }).click()
  await expect(panel.getByRole('button', { name: /^Ensalada fresca/ })).toContainText('+ 6.00')
  await panel.getByRole('button', { name: /^Ensalada fresca/ }).click()
  await expect(panel.getByText('148.00 + 8.00 Picaña + 6.00 Ensalada fresca')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: info.outputPath('panel.png') })
  await panel.getByRole('button', { name: /^Agregar S\/\s162.00/ }).click()

  const lines = await account(page, info)
  const line = lineOf(lines, `1 ${name}`)
  await expect(line).toContainText(`${meats}: Bife ancho (Inglés), Picaña + 8.00`)
  await expect(line).toContainText(`${sides}: Papas nativas, Ensalada fresca + 6.00`)
  await line.click()
  await lines.getByRole('button', { name: 'Opciones' }).click()
  await panel.getByRole('button', { name: /^Picaña/ }).click()
  await panel.getByRole('button', { name: /^Pollo/ }).click()
  await panel.getByRole('button', { name: /^Guardar S\/\s154.00/ }).click()
  await expect(lineOf(await account(page, info), `1 ${name}`)).toContainText('Bife ancho (Inglés), Pollo')
  await page.screenshot({ path: info.outputPath('line.png') })
  await page
    .getByRole('button', { name: /^Enviar/ })
    .last()
    .click()
  await expect(page.getByText(/^Comanda \d+ enviada$/)).toBeVisible()

  const wall = await newPage(browser, info, 'cocina')
  if (!phone) await wall.setViewportSize({ width: 1920, height: 1080 })
  const card = wall.getByRole('article').filter({ hasText: name }).last()
  await expect(card.getByText(`${meats}: Bife ancho (Inglés), Pollo a la brasa`)).toBeVisible()
  await wall.screenshot({ path: info.outputPath('wall.png') })

  const cash = await newPage(browser, info, 'supervisor', { path: `/payment/${id}` })
  await expect(cash.getByText(`${sides}: Papas nativas, Ensalada fresca + 6.00`).first()).toBeVisible()
  await cash.screenshot({ path: info.outputPath('payment.png') })
  await cash.getByRole('button', { name: 'Exacto', exact: true }).click()
  await cash.getByRole('button', { name: 'Cobrar S/ 154.00' }).click()
  await expect(cash.getByText(/^(B001|F001|NV01)-\d{8} cobrada$/)).toBeVisible()
  const [paid] = await till.get(`/payments?client_request_id=${id}`)
  expect(Number(paid.amount ?? paid.total)).toBe(154)
})

test('what the house marked is chosen at first, and a choice waits for the connection', async ({
  browser,
}, info) => {
  const at = info.project.name
  const name = `Combo mixto ${at}`
  const admin = await callerOf('admin')
  const sauces = await admin.post('/choice-groups', {
    name: `Cremas ${at}`,
    minimum: 1,
    maximum: 2,
    free: 2,
    options: [option('Mayonesa', { is_default: true }), option('Ají de la casa')],
  })
  await addGrill(admin, name, [sauces.id])
  const page = await newPage(browser, info, 'mozo', { path: `/order/${await takeaway(name)}` })
  page.setDefaultTimeout(15_000)
  await find(page, phoneSize(info), name)
  const panel = panelOf(page, name)
  const mayonnaise = panel.getByRole('button', { name: /^Mayonesa/ })
  await expect(mayonnaise).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await tile(page, name).click()
  await mayonnaise.click()
  await panel.getByRole('button', { name: /^Ají de la casa/ }).click()
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  const line = lineOf(await account(page, info), `1 ${name}`)
  await expect(line).toContainText(`Cremas ${at}: Ají de la casa`)
  await expect(line).toContainText('Por guardar')
  await page.context().setOffline(false)
  await expect(line).not.toContainText('Por guardar')
  await expect(line).toContainText(`Cremas ${at}: Ají de la casa`)
})
