import type { Page, TestInfo } from '@playwright/test'
import { account, phoneSize, tile } from './support/account'
import { callerOf } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'allergy' })
test.setTimeout(120_000)

const dish = 'Causa limeña de pollo'
const warning = `${dish} lleva maní, y en esta cuenta hay una alergia. Avisa al cliente y a cocina.`

const sizes = [
  { width: 360, height: 740 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
]

/** Takes pictures in light and dark: a phone's project in its size, the other one in those of tablets and computers. */
async function look(page: Page, info: TestInfo, name: string) {
  const before = page.viewportSize()
  for (const size of sizes.filter(({ width }) => width < 700 === phoneSize(info))) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: info.outputPath(`${name}-${size.width}-${colorScheme}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}

/** Sits two guests at a table where nobody sits; returns the id of their account. */
async function sitDown() {
  const waiter = await callerOf('mozo')
  const tables = await waiter.get<{ id: number; status_table: string }[]>('/tables')
  const free = tables.find((table) => table.status_table === 'AVAILABLE')
  const body = { type: 'TABLE', table_id: free?.id, persons: 2 }
  return (await waiter.post<{ id: number }>('/client-requests', body)).id
}

/** The account's lines and notices: on a phone without opening the sheet. */
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: warning })

test('a dish with maní is told to the waiter and the kitchen of a table with an allergy', async ({
  browser,
  expectAccessible,
}, info) => {
  const admin = await callerOf('admin')
  const { products } = await admin.get('/catalog/sale')
  const { id } = products.find((each: { name: string }) => each.name === dish)
  await admin.put(`/products/${id}`, { allergens: [], marks: [], name_en: '' })

  const office = await newPage(browser, info, 'admin', { path: `/products?open=${id}` })
  const form = office.getByRole('dialog', { name: 'Editar producto' })
  await form.getByRole('group', { name: 'Alérgenos' }).last().getByRole('button', { name: 'Maní' }).click()
  await form.getByRole('button', { name: 'Picante' }).click()
  await form.getByText('En inglés y portugués').click()
  await form.getByLabel('Nombre en inglés').fill('Potato and avocado terrine')
  await look(office, info, 'office')
  await expectAccessible(office)
  await form.getByRole('button', { name: /^Guardar/ }).click()
  await expect(form).toHaveCount(0)
  expect(await admin.get(`/products/${id}`)).toMatchObject({
    allergens: ['PEANUT'],
    marks: ['SPICY'],
    name_en: 'Potato and avocado terrine',
  })

  const request = await sitDown()
  const page = await newPage(browser, info, 'mozo', { path: `/order/${request}` })
  await account(page, info)
  await page.getByRole('button', { name: 'Más opciones de la cuenta' }).click()
  await page.getByRole('button', { name: 'Alergia' }).click()
  const asking = page.getByRole('dialog', { name: 'Alergia' })
  await asking.getByRole('button', { name: 'Maní' }).click()
  await asking.getByLabel('Algo más').fill('GLUTEN')
  await expect(asking.getByRole('button', { name: 'Gluten' })).toHaveAttribute('aria-pressed', 'true')
  await asking.getByLabel('Algo más').fill('camarón')
  await look(page, info, 'ask')
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Guardar' }).click()
  await expect(asking).toHaveCount(0)
  if (phoneSize(info)) await page.getByRole('button', { name: 'Cerrar la cuenta' }).click()

  const band = page.getByRole('button', { name: 'Alergia: gluten, maní; camarón' })
  await expect(band).toBeInViewport({ ratio: 1 })
  const categories = page.getByRole('navigation', { name: 'Categorías' })
  await categories.getByRole('button', { name: 'Combos' }).click()
  await expect(tile(page, 'Combo criollo')).toContainText('Lleva maní')
  await categories.getByRole('button', { name: 'Entradas y sopas' }).click()
  await expect(tile(page, dish)).toContainText('Lleva maní')
  await expect(tile(page, dish)).toContainText('Picante')
  await expect(page.getByRole('main').getByText('Lleva maní')).toHaveCount(1)
  await look(page, info, 'tile')
  await tile(page, dish).click()
  await expect(notice(page)).toBeVisible()
  await look(page, info, 'warned')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Enviar/ }).click()
  await expect(page.getByText(/^Comanda \d+ enviada/)).toBeVisible()
  // The notice was read before the order went out.
  await expect(notice(page)).toHaveCount(0)

  const wall = await newPage(browser, info, 'cocina')
  const card = wall.getByRole('article').filter({ hasText: dish }).last()
  await expect(card.getByText('Alergia: gluten, maní; camarón')).toBeInViewport({ ratio: 1 })
  if (!phoneSize(info)) await wall.setViewportSize({ width: 1920, height: 1080 })
  await wall.screenshot({ path: info.outputPath('wall.png') })
  await expectAccessible(wall)

  await band.click()
  await asking.getByRole('button', { name: 'Quitar la alergia' }).click()
  await expect(band).toHaveCount(0)
  await expect(page.getByText('Lleva maní')).toHaveCount(0)
  await expect(card).toBeVisible()
  await expect(card.getByText(/^Alergia/)).toHaveCount(0)
})
