import { type Caller, callerOf } from '../support/api'
import { expect, test } from '../support/test'

test.use({ restaurant: 'costs', young: true })

/** Beef is bought at half as much again, and a count finds 2.4 kg of it missing. */
async function setScene(office: Caller) {
  const supplies = await office.get('/supplies?page=false')
  const beef = supplies.find((each: { name: string }) => each.name === 'Lomo fino')
  const provider = await office.post('/providers', {
    document_type: 'RUC',
    document_number: '20512834605',
    business_name: 'Carnes del Sur S.A.C.',
  })
  const item = { item_type: 'SUPPLY', item_id: beef.id, quantity: beef.stock, buy_price: '72' }
  await office.post('/purchase', {
    provider_id: provider.id,
    document: 'BOLETA',
    serie: 'B001',
    number: '15',
    items: [item],
    payment: { source: 'OTHER' },
  })
  const sheet = await office.post('/stock-counts', {
    client_id: crypto.randomUUID(),
    item_ids: [`SUPPLY:${beef.id}`],
  })
  const counted = { version: 1, client_id: crypto.randomUUID(), quantity: `${2 * Number(beef.stock) - 2.4}` }
  await office.put(`/stock-counts/${sheet.id}/lines/${sheet.lines[0].id}`, counted)
  await office.post(`/stock-counts/${sheet.id}/review`, {})
  await office.post(`/stock-counts/${sheet.id}/approve`, { pin: '1234' })
}

test('what rose, what it should be sold at, and what is missing', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await setScene(await callerOf('supervisor'))
  await signIn('supervisor')

  await test.step('a dish that got dearer says why, and its own screen says the price that reaches the target', async () => {
    await page.goto('/inventory/costs')
    await page.getByRole('button', { name: /cuestan más/ }).click()
    const dish = page.getByRole('row', { name: /Lomo saltado/ })
    await expect(dish).toContainText(/Lomo fino \+25 %/)
    await expect(dish).toContainText(/objetivo 65 %/)
    await expectAccessible(page)
    await page.screenshot({ path: info.outputPath('costs.png') })
    const price = (await dish.getByRole('cell').last().textContent())?.trim() ?? ''
    expect(price).toMatch(/^\d+\.\d0$/)
    await dish.getByRole('link', { name: 'Lomo saltado' }).click()
    await expect(page.getByText(`Para llegar al objetivo: S/ ${price}`)).toBeVisible()
  })

  await test.step('what a count found missing is told with its worth, and goes out as a file', async () => {
    await page.goto('/inventory/use')
    await expect(page.getByText('Faltan S/ 144.00 en 1 ítem.')).toBeVisible()
    const row = page.getByRole('row', { name: /Lomo fino/ })
    await expect(row).toContainText('faltan 2.4 kg')
    await expect(row).toContainText('−144.00')
    await expectAccessible(page)
    await page.screenshot({ path: info.outputPath('use.png') })
    await page.getByRole('button', { name: 'Exportar' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /Excel/ }).click()
    expect((await saved).suggestedFilename()).toMatch(/^uso-.*\.xlsx$/)
  })

  await test.step('the house asks for less, and the dish leaves enough', async () => {
    await (await callerOf('admin')).put('/global-settings', { target_margin: '20' })
    await page.goto('/inventory/costs')
    await expect(page.getByRole('row', { name: /Lomo saltado/ })).toContainText('Está bien')
  })
})
