import { callerOf } from '../support/api'
import { expect, test } from '../support/test'

test.use({ restaurant: 'prices' })

/** Three purchases of the same, from two providers; the last one is dearer than the first. */
async function bought(name: string) {
  const office = await callerOf('supervisor')
  // Days of the house: in the evening it is tomorrow already where the server's clock counts from.
  const inLima = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Lima' })
  const daysAgo = (days: number) => inLima.format(Date.now() - days * 86_400_000)
  const [supply] = await office.get<{ id: number }[]>(`/supplies?term=${encodeURIComponent(name)}`)
  const known = await office.get<{ id: number }[]>('/providers?term=norte')
  if (known.length > 0) return supply?.id
  const providers: number[] = []
  for (const [document_number, business_name] of [
    ['20131312955', 'Distribuidora del Norte S.A.C.'],
    ['20100070970', 'Mercado del Sur S.A.'],
  ]) {
    const made = await office.post('/providers', { document_type: 'RUC', document_number, business_name })
    providers.push(made.id)
  }
  for (const [at, [date, provider, buy_price]] of [
    [daysAgo(100), 0, '50'],
    [daysAgo(60), 1, '48'],
    [daysAgo(0), 0, '56'],
  ].entries() as IterableIterator<[number, [string, number, string]]>) {
    await office.post('/purchase', {
      type: 'CONTADO',
      document: 'FACTURA',
      serie: 'F070',
      number: String(at + 1),
      date,
      provider_id: providers[provider],
      items: [{ item_id: supply?.id, item_type: 'SUPPLY', quantity: '10', buy_price }],
      payment: { source: 'OTHER', payment_option: 'Transferencia' },
    })
  }
  return supply?.id
}

test('what was paid is seen from the stock, the kardex and the purchase', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const id = await bought('Lomo fino')
  await signIn('supervisor', '/inventory/stock?q=lomo fino')
  await page.getByRole('button', { name: 'Acciones de Lomo fino' }).click()
  await page.getByRole('button', { name: 'Precios de compra' }).click()
  const drawer = page.getByRole('dialog', { name: 'Precios de compra de Lomo fino' })
  // The title is the answer, and the table says the same as the chart.
  await expect(drawer.getByRole('heading')).toHaveText(/^Lomo fino subió 12\s% desde \S+/)
  await expect(drawer.getByText(/^Más barato: Mercado del Sur S.A., 48.00 por kg/)).toBeVisible()
  await expect(drawer.getByRole('row')).toHaveCount(4)
  const chart = drawer.getByRole('application')
  await expect(chart).toBeVisible()
  await expect(chart).toContainText('Mercado')
  await expectAccessible()
  await page.screenshot({ path: `test-results/prices-${info.project.name}.png`, animations: 'disabled' })
  // The keyboard goes from point to point.
  await chart.focus()
  await page.keyboard.press('ArrowRight')
  await expect(drawer.locator('.recharts-tooltip-wrapper')).toContainText(/\d\d\.00/)
  await page.reload()
  await expect(drawer).toBeVisible()
  await drawer.getByRole('button', { name: 'Cerrar' }).click()
  await expect(drawer).toHaveCount(0)

  await page.goto(`/inventory/kardex?item=SUPPLY:${id}`)
  await page.getByRole('button', { name: 'Precios de compra' }).click()
  await drawer.getByRole('link', { name: 'Distribuidora del Norte S.A.C.' }).first().click()
  await expect(page).toHaveURL(/\/purchase\/detail\/\d+/)
  await page.getByRole('button', { name: 'Precios de compra de Lomo fino' }).click()
  await expect(drawer.getByRole('heading')).toHaveText(/^Lomo fino subió/)
})
