import type { Page } from '@playwright/test'
import { callerOf, withCash } from './support/api'
import { complaints } from './support/layout'
import { expect, test } from './support/test'

test.use({ restaurant: 'purchases' })
test.setTimeout(120_000)

let closeTill: () => Promise<void>

test.beforeAll(async () => {
  const office = await callerOf('supervisor')
  closeTill = await withCash(office)
  const units = await office.get<{ id: number; symbol: string }[]>('/measurements?page=false')
  if (units.some((unit) => unit.symbol === 'saco 50 kg')) return
  const kilo = units.find((unit) => unit.symbol === 'kg')
  await office.post('/measurements', {
    symbol: 'saco 50 kg',
    name: 'Saco de 50 kg',
    magnitude_id: kilo?.id,
    equivalence: '50',
  })
})
test.afterAll(() => closeTill())

const itemSearch = (page: Page) => page.getByPlaceholder('Escribe o escanea el siguiente ítem')
const provider = (page: Page) => page.getByRole('textbox', { name: 'Proveedor' })

/** Whoever uses a finger finds nothing too small or covered. */
const expectInOrder = (page: Page) => expect.poll(() => complaints(page), { timeout: 5_000 }).toEqual([])

/** Takes an item by the keyboard and leaves the caret in its quantity. */
async function take(page: Page, name: string) {
  await itemSearch(page).fill(name)
  await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(`Cantidad de ${name}`)).toBeFocused()
}

async function writePaper(page: Page, number: string) {
  await page.getByRole('combobox', { name: 'Documento' }).click()
  await page.getByRole('option', { name: 'Factura' }).click()
  await page.getByLabel('Serie').fill('F014')
  await page.getByLabel('Número').fill(number)
}

test('a sack is bought on credit from a new provider, paid in part, refused twice and voided', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const number = info.project.name === 'phone' ? '28431' : '28432'
  const [document, name] =
    info.project.name === 'phone'
      ? ['20512834605', 'Molinos del Sur S.A.C.']
      : ['20131312955', 'Arroceros del Norte S.A.C.']
  await signIn('supervisor', '/purchase/create')
  await provider(page).fill(document)
  await page.getByRole('option', { name: `Crear el proveedor «${document}»` }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo proveedor' })
  await expect(form.getByLabel('Número de documento')).toHaveValue(document)
  await form.getByLabel('Razón social').fill(name)
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(form).toHaveCount(0)
  await expect(provider(page)).toHaveValue(name)
  await writePaper(page, number)

  // Quantity, price, next item: Enter all the way.
  await take(page, 'Arroz')
  await page.getByLabel('Unidad de Arroz').selectOption({ label: 'saco 50 kg' })
  await page.getByLabel('Cantidad de Arroz').fill('4')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Precio de Arroz')).toBeFocused()
  await page.keyboard.type('189')
  await expect(page.getByText('Entra 200 kg a 3.78')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(itemSearch(page)).toBeFocused()
  await itemSearch(page).fill('Arroz')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ese producto ya está en la compra')).toBeVisible()

  await take(page, 'Limón')
  await page.keyboard.type('30')
  await page.keyboard.press('F4')
  await page.getByLabel('Total de Limón').fill('195')
  await expect(page.getByText('951.00')).toBeVisible()

  // What was typed is there after a reload.
  await expect(page.getByText(/^Borrador guardado/)).toBeVisible()
  await page.reload()
  await expect(provider(page)).toHaveValue(name)
  await expect(page.getByRole('button', { name: 'Editar Limón' })).toBeVisible()

  const save = page.getByRole('button', { name: 'Guardar compra' })
  await expect(page.getByText(/^Completa el monto del pago/)).toBeVisible()
  await page.getByLabel('El papel dice').fill('961')
  await expect(page.getByText('Se guarda cuando cuadre con el papel.')).toBeVisible()
  await expect(save).toBeDisabled()
  await page.getByLabel('Flete').fill('10')
  await expect(page.getByText('Cuadra', { exact: true })).toBeVisible()
  await page.getByText('Crédito', { exact: true }).click()
  await page.getByRole('button', { name: 'Otra cuota' }).click()
  await expect(page.getByLabel('Monto de la cuota 2')).toHaveValue('480.50')
  await expectAccessible()
  await expectInOrder(page)
  await save.click()
  await page.waitForURL('**/purchase')
  await expect(page.getByRole('link', { name: `F014-${number}` })).toBeVisible()
  await expectAccessible()
  await expectInOrder(page)

  // The same paper once more is refused at its number, with the way to the one there is.
  await page.goto('/purchase/create')
  await provider(page).fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await writePaper(page, number)
  await take(page, 'Limón')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.keyboard.type('7')
  await page.getByLabel('El papel dice').fill('7')
  await page.keyboard.press('F8')
  await expect(page.getByText('Revisa estos datos')).toBeVisible()
  await page.getByRole('link', { name: 'Ver la que hay' }).click()

  await expect(page.getByRole('heading', { name: `F014-${number}` })).toBeVisible()
  await expectAccessible()
  await expectInOrder(page)
  await page.getByRole('button', { name: 'Pagar la cuota 1' }).click()
  const pay = page.getByRole('dialog', { name: 'Pagar la cuota 1' })
  await pay.getByLabel('Monto que se paga').fill('480.51')
  await expect(pay.getByText('no se paga más que eso')).toBeVisible()
  await pay.getByLabel('Monto que se paga').fill('480.50')
  await expectAccessible()
  await pay.getByRole('button', { name: 'Pagar S/ 480.50' }).click()
  await expect(pay).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Cuotas' }).getByText('Pagada')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Pagos' })).toContainText('480.50')

  await page.getByRole('button', { name: 'Anular', exact: true }).click()
  const asking = page.getByRole('dialog', { name: `Anular F014-${number}` })
  await asking.getByLabel('¿Por qué se anula?').fill('El proveedor trajo otra cosa')
  await asking.getByRole('button', { name: 'Pedir PIN y anular S/ 961.00' }).click()
  await expect(page.getByRole('dialog', { name: 'PIN para anular la compra' })).toBeVisible()
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^La anuló .*: El proveedor trajo otra cosa$/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Pagos' })).toContainText('Anulada')

  // The draft that was refused may be saved now: its paper is free.
  await page.goto('/purchase/create')
  await expect(page.getByLabel('Número', { exact: true })).toHaveValue(number)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(provider(page)).toHaveValue('')
})

test('an accountant reads purchases and writes none', async ({ page, signIn }) => {
  await signIn('contador', '/purchase')
  await expect(page.getByRole('heading', { name: 'Compras', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Nueva/ })).toHaveCount(0)
  await page.goto('/purchase/create')
  await expect(page).not.toHaveURL(/create/)
})
