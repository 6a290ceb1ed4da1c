import { callerOf } from './support/api'
import { expect, newPage, test } from './support/test'

/* It never sold: a rate may begin on any day. */
test.use({ restaurant: 'law', young: true })

test('the prices of the next rate are planned, seen and taken back', async ({
  browser,
  expectAccessible,
}, info) => {
  const admin = await callerOf('admin')
  const rates = await admin.get<{ percent: string }[]>('/tax-rates')
  if (!rates.some((rate) => rate.percent === '10.5'))
    await admin.post('/tax-rates', { valid_from: '2026-01-01', percent: '10.5', name: 'Restaurantes mype' })
  const { change } = await admin.get('/law/rate-change?limit=1')
  test.skip(!change, 'no other rate is coming to small restaurants')

  const page = await newPage(browser, info, 'admin', { path: '/billing-config?tab=law' })
  await page.getByRole('link', { name: 'Ver qué precios proponer' }).click()
  await expect(page.getByRole('heading', { name: /tu IGV pasa de 10\.5\s% a/ })).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: info.outputPath('change.png'), fullPage: true })
  await page.getByRole('button', { name: /^Programar tasa y precios/ }).click()
  await expect(page.getByText(/programó \d+ precios/)).toBeVisible()
  await page.screenshot({ path: info.outputPath('planned.png'), fullPage: true })

  // Where rates are, it says what waits for its day.
  await page.goto('/global')
  await expect(page.getByText(/precios programados/)).toBeVisible()

  // Another rate before it: the change comes no more, its prices can still be seen and taken back.
  await admin.post('/tax-rates', { valid_from: dayBefore(change.valid_from), percent: '18' })
  await page.goto('/billing-config?tab=law')
  await page.getByRole('link', { name: 'Verlos o quitarlos' }).click()
  await expect(page.getByText('Tu IGV no cambia')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: info.outputPath('alone.png'), fullPage: true })
  await page.getByRole('button', { name: 'Quitar los precios' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar los precios' }).click()
  await expect(page.getByText(/precios programados/)).toHaveCount(0)
  expect((await admin.get('/law/rate-change?limit=1')).planned).toBeNull()
})

test('the house leaves the jungle on a day', async ({ browser, expectAccessible }, info) => {
  const admin = await callerOf('admin')
  await admin.put('/company-info', { is_jungle: true })
  const page = await newPage(browser, info, 'admin', { path: '/company-info' })
  const card = page.getByRole('region', { name: 'Impuestos' })
  await expect(card.getByText('Zona de selva', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Salir de la zona de selva' }).click()
  await page.screenshot({ path: info.outputPath('zone.png') })
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar' }).click()
  await expect(card.getByText('Fuera de la selva, con IGV')).toBeVisible()
  await page.screenshot({ path: info.outputPath('left.png'), fullPage: true })
})

function dayBefore(day: string): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
