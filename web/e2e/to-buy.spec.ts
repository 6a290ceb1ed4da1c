import { callerOf } from './support/api'
import { complaints } from './support/layout'
import { expect, test } from './support/test'

test.use({ restaurant: 'to-buy' })

/** Rice was bought once, and its minimum is far above what there is. */
async function runLow() {
  const office = await callerOf('supervisor')
  const found = await office.get<{ id: number; business_name: string }[]>('/providers?page=false')
  const id =
    found.find((each) => each.business_name === 'Molinos del Sur S.A.C.')?.id ??
    (
      await office.post<{ id: number }>('/providers', {
        document_type: 'RUC',
        document_number: '20512834605',
        business_name: 'Molinos del Sur S.A.C.',
        phone: '987654321',
      })
    ).id
  const supplies = await office.get<{ id: number; name: string }[]>('/supplies?page=false')
  const rice = supplies.find((each) => each.name === 'Arroz')?.id
  const number = String(Date.now()).slice(-8)
  const items = [{ item_type: 'SUPPLY', item_id: rice, quantity: '10', buy_price: '4.00' }]
  await office.post('/purchase', {
    provider_id: id,
    document: 'BOLETA',
    serie: 'B001',
    number,
    items,
    payment: { source: 'OTHER' },
  })
  await office.put(`/supplies/${rice}`, { min_stock: '9000' })
}

test('what runs out is changed, sent, and becomes a purchase', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await runLow()
  await signIn('supervisor', '/inventory/to-buy')
  const card = page.getByRole('region', { name: 'Molinos del Sur S.A.C.' })
  const rice = card.getByRole('row', { name: /Arroz/ })
  const order = rice.getByRole('textbox', { name: 'Pedir de Arroz' })
  await expect(order).not.toHaveValue('0')
  await expectAccessible()
  await expect.poll(() => complaints(page), { timeout: 5_000 }).toEqual([])
  await page.screenshot({ path: `test-results/to-buy-${info.project.name}.png`, animations: 'disabled' })
  await order.fill('25')
  await expect(rice).toContainText('100.00')
  const message = await card.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(message).toContain('https://wa.me/51987654321?text=')
  expect(decodeURIComponent(message ?? '')).toContain('- 25 kg Arroz')
  await card.getByRole('button', { name: /^Crear compra/ }).click()
  await expect(page).toHaveURL(/\/purchase\/create$/)
  await expect(page.getByRole('textbox', { name: 'Proveedor' })).toHaveValue(/Molinos del Sur/)
  await expect(page.getByText('Arroz').first()).toBeVisible()
})
