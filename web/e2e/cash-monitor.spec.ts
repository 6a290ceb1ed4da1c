import { type Caller, callerOf, closeCash, takeAway, withCash } from './support/api'
import { complaints } from './support/layout'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'cash-monitor' })

let cashier: Caller

test.beforeEach(async () => {
  cashier = await callerOf('cajero')
  await withCash(cashier)
})
test.afterEach(() => closeCash(cashier))

interface Paid {
  billing: { id: number; full_number: string; total: string }
}

/** A take-away, paid in cash with a nota de venta. */
async function sell(client: string): Promise<Paid['billing']> {
  const account = await takeAway(cashier, { 'Cau cau': 1 }, client)
  const { total } = await cashier.get<{ total: string }>(`/payments-get-info/${account}`)
  const { billing } = await cashier.post<Paid>('/payments', {
    client_request_id: account,
    billing_type_id: 3,
    payment_options: { Efectivo: total },
  })
  return billing
}

test('what is owed stands beside what was sold, and an account leads to its payment', async ({
  browser,
  expectAccessible,
}, info) => {
  const client = `Mario ${Date.now()}`
  const account = await takeAway(cashier, { 'Cau cau': 1 }, client)
  const page = await newPage(browser, info, 'cajero', { path: '/cash-monitor' })
  const owed = page.getByRole('region', { name: 'Por cobrar' })
  await expect(owed.getByText(/^Por cobrar, \d+ pedidos?$/)).toBeVisible()
  const row = owed.getByRole('listitem').filter({ hasText: client })
  await expect(row).toBeAttached()
  // On a phone only the first ones stand above the sales.
  const rest = owed.getByRole('button', { name: /^Ver todos/ })
  if (!(await row.isVisible())) await rest.click()
  await expect(row).toBeVisible()
  await expectAccessible(page)
  expect(await complaints(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('monitor.png'), fullPage: true })
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/payment/${account}`))
  await page.context().close()
})

test('a sale that another till makes appears by itself; it is found, narrowed, read and voided', async ({
  browser,
  expectAccessible,
}, info) => {
  const page = await newPage(browser, info, 'cajero', { path: '/cash-monitor' })
  await expect(page.getByRole('heading', { name: 'Por cobrar y ventas' })).toBeVisible()
  const { full_number: number, total } = await sell('Ana')
  const row = page.getByRole('row', { name: new RegExp(number) })
  await expect(row).toContainText(total)
  await expect(row).toContainText('Efectivo')

  await test.step('the search finds it by its number, and the figures are of what is found', async () => {
    await page.getByRole('searchbox').fill(number)
    await expect(page).toHaveURL(/q=/)
    // Whoever counts the drawer blind is not told what sales come to.
    await expect(page.getByText('1 venta', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Ventas' }).locator('dl')).not.toContainText(total)
  })

  await test.step('it is read beside the list', async () => {
    await page.getByRole('button', { name: `Acciones de ${number}` }).click()
    await page.getByRole('button', { name: 'Ver comprobante' }).click()
    const sheet = page.getByRole('complementary', { name: `Comprobante ${number}` })
    await expect(sheet).toContainText('Cau cau')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
  })

  await test.step('and voided from here', async () => {
    await page.getByRole('button', { name: `Acciones de ${number}` }).click()
    await page.getByRole('button', { name: 'Anular…' }).click()
    await expect(page.getByRole('dialog', { name: `Anular ${number}` })).toBeVisible()
  })
  await page.context().close()
})
