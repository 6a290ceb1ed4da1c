import type { Page, TestInfo } from '@playwright/test'
import { callerOf } from '../support/api'
import { complaints } from '../support/layout'
import { expect, newPage, test } from '../support/test'

test.use({ restaurant: 'labels' })
test.setTimeout(120_000)

interface Product {
  id: number
  name: string
  production_area?: string
  is_combo: boolean
  has_variants: boolean
}

/** Sends three units of a dish of the kitchen with a note, for a guest with an allergy. */
async function sendTakeAway() {
  const waiter = await callerOf('supervisor')
  const { products } = await waiter.get<{ products: Product[] }>('/catalog/sale')
  const dish = products.find(
    ({ production_area, is_combo, has_variants }) =>
      production_area === 'COCINA' && !is_combo && !has_variants,
  )
  const guest = { client_name: 'Ana Torres', allergens: ['PEANUT'] }
  const account = await waiter.post('/client-requests', { type: 'ORDER', ...guest })
  await waiter.post('/orders', {
    client_request: account.id,
    products: [{ product: { id: dish?.id }, qty: 3, comment: 'sin cebolla, con el ají aparte' }],
  })
}

/** Takes pictures in the sizes of phones, tablets and computers, light and dark. */
async function look(page: Page, info: TestInfo, name: string) {
  for (const width of [360, 1024, 1280]) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: info.outputPath(`${name}-${width}-${colorScheme}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a printer of labels is set up, tested, and shows a sticker for each unit', async ({
  browser,
  expectAccessible,
}, info) => {
  const office = await newPage(browser, info, 'admin', { path: '/printers?new=1' })
  const form = office.getByRole('dialog', { name: 'Nueva impresora' })
  const shown = (name: string) => form.getByText(name, { exact: true })

  await test.step('the form asks for what labels need, and for nothing else', async () => {
    await form.getByLabel('Nombre').fill('Etiquetas')
    await form.getByRole('combobox', { name: 'Conexión' }).click()
    await office.getByRole('option', { name: 'Virtual (en pantalla)' }).click()
    await form.getByRole('radiogroup', { name: 'Imprime' }).getByText('Etiquetas').click()
    await expect(shown('Comprobantes')).toBeHidden()
    await expect(shown('Cajas')).toBeHidden()
    await expect(form.getByLabel('Etiquetas de pedidos para llevar')).toBeChecked()
    await expect(form.getByLabel('Etiquetas de mesas')).not.toBeChecked()
    await form.getByRole('combobox', { name: 'Tamaño de la etiqueta' }).click()
    await office.getByRole('option', { name: '40 × 30 mm' }).click()
    await form.getByRole('group', { name: 'Áreas de producción' }).getByText('Cocina').click()
    await expectAccessible(office)
    expect(await complaints(office)).toEqual([])
    await look(office, info, 'form')
    await form.getByRole('button', { name: /^Crear/ }).click()
    await expect(form).toBeHidden()
    await expect(office.getByText('Etiquetas de 40 × 30 mm')).toBeVisible()
  })

  await test.step('its papers are the stickers of an order', async () => {
    await sendTakeAway()
    const printers = await (await callerOf('admin')).get<{ id: number; name: string }[]>('/printers')
    const own = printers.find(({ name }) => name === 'Etiquetas')
    await office.goto(`/printers/${own?.id}/paper`)
    await expect(office.getByRole('img', { name: 'Etiqueta' })).toHaveCount(3)
    await look(office, info, 'stickers')
    expect(await complaints(office)).toEqual([])
  })
})
