import { supervisorAtTheTill, takeAway } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'credit' })
test.setTimeout(90_000)

const till = supervisorAtTheTill()

test('a factura is sold on credit in two instalments, and a part of it is collected', async ({
  browser,
  expectAccessible,
}, info) => {
  await till.post('/clients', {
    document_type: 'RUC',
    document_number: '20131312955',
    business_name: 'KIOSKO S.A.',
  })
  // Cau cau 28.00, Inca Kola 7.00.
  const id = await takeAway(till, { 'Cau cau': 1, 'Inca Kola 500 ml': 1 })
  const page = await newPage(browser, info, 'supervisor', { path: `/payment/${id}` })
  await page.getByRole('radio', { name: 'Crédito' }).click()
  const collect = page.getByRole('button', { name: 'Cobrar S/ 35.00' })
  await expect(collect).toBeDisabled()
  // Nobody could be asked for it yet.
  await page.getByRole('button', { name: 'Al crédito se vende a un cliente con su documento' }).click()
  await page.getByRole('searchbox').fill('20131312955')
  await page.getByRole('button', { name: /KIOSKO S\.A\./ }).click()
  await page.getByRole('button', { name: 'Agregar cuota' }).click()
  await expect(page.getByLabel('Monto (cuota 2)')).toHaveValue('17.50')
  await page.getByLabel('Monto (cuota 1)').fill('20')
  await expect(page.getByText('Sobran 2.50: al crédito quedan S/ 35.00')).toBeVisible()
  await expect(collect).toBeDisabled()
  await page.getByRole('button', { name: 'Repartir igual' }).click()
  await expectAccessible(page)
  await collect.click()
  await expect(page.getByText(/^F001-\d{8} vendida al crédito$/)).toBeVisible()

  await page.goto('/receivables')
  await page.getByRole('button', { name: /KIOSKO S\.A\..*S\/\s35\.00/ }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cobrar deuda' }).click()
  await page.getByLabel('Monto que paga').fill('35.01')
  await expect(page.getByText('no se cobra más que eso')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cobrar S\// })).toBeHidden()
  await page.getByLabel('Monto que paga').fill('0')
  await expect(page.getByText('Escribe cuánto paga.')).toBeVisible()
  await page.getByLabel('Monto que paga').fill('20')
  await page.getByRole('radio', { name: 'Yape' }).click()
  await page.getByLabel('N.º de operación').fill('00482915')
  await page.getByRole('button', { name: 'Cobrar S/ 20.00' }).click()
  await expect(page.getByText(/^RC-\d{8} · quedan S\/\s15\.00$/)).toBeVisible()
  const debt = page.getByRole('dialog', { name: 'Deuda de KIOSKO S.A.' })
  await expect(debt.getByText('Saldada')).toBeVisible()
  await expect(debt.getByText('15.00 de 17.50')).toBeVisible()
  await expect(debt.getByText(/^RC-\d{8} · Yape$/)).toBeVisible()
  await page.close()
})
