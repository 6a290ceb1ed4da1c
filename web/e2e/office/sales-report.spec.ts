import type { Page } from '@playwright/test'
import { phoneSize } from '../support/account'
import { type Caller, callerOf, takeAway, withCash } from '../support/api'
import { complaints } from '../support/layout'
import { expect, test } from '../support/test'

test.use({ restaurant: 'sales-report', young: true })

/** Two take-aways are sold: one of two dishes, one of one. */
async function sell(cashier: Caller) {
  await withCash(cashier)
  for (const dishes of [{ 'Cau cau': 2 }, { 'Cau cau': 1 }]) {
    const id = await takeAway(cashier, dishes)
    const { total } = await cashier.get<{ total: string }>(`/payments-get-info/${id}`)
    await cashier.post('/payments', {
      client_request_id: id,
      billing_type_id: 3,
      payment_options: { Efectivo: total },
    })
  }
}

const total = async (page: Page) =>
  (await page.locator('dl').first().locator('dd').first().textContent())?.match(/[\d,]+\.\d\d/)?.[0] ?? ''

test('nothing was sold yet: it says so and keeps the filters', async ({ page, signIn, expectAccessible }) => {
  await signIn('supervisor', '/sales-total-report?period=today&channel=APP')
  await expect(
    page.getByRole('heading', { name: 'Hoy todavía no hay ventas con estos filtros' }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Quitar filtros' }).last().click()
  await expect(page).not.toHaveURL(/channel/)
  await expect(page.getByRole('heading', { name: 'Hoy todavía no hay ventas', exact: true })).toBeVisible()
})

test('what was sold, cut as one wants, down to the documents that it is the sum of', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await sell(await callerOf('cajero'))
  await signIn('supervisor', '/sales-total-report?period=today')
  const onPhone = phoneSize(info)
  const sold = await total(page)
  expect(sold).not.toBe('')

  await test.step('the table’s last row is the sum of the figures', async () => {
    const places = page.getByRole('navigation', { name: 'Ver por' })
    await places.getByRole('button', { name: 'Canal', exact: true }).click()
    await expect(page).toHaveURL(/by=CHANNEL/)
    const sum = onPhone
      ? page.getByRole('listitem').filter({ hasText: /^Total/ })
      : page.getByRole('row', { name: /^Total/ })
    await expect(sum).toContainText(sold)
    await expectAccessible(page)
    expect(await complaints(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('sales.png'), fullPage: true })
  })

  await test.step('a row opens its documents, and what they come to is what the row says', async () => {
    await page
      .getByRole('button', { name: /Para llevar/ })
      .first()
      .click()
    await expect(page).toHaveURL(/row=CHANNEL/)
    const panel = page.getByRole('complementary', { name: 'Comprobantes de Para llevar' })
    await expect(panel.getByRole('listitem')).toHaveCount(2)
    await expect(panel.getByText('2 comprobantes').last()).toBeVisible()
    await expect(panel).toContainText(sold)
    await expectAccessible(page)
    await page.screenshot({ path: info.outputPath('sold.png') })
  })

  await test.step('reload shows the same, back leaves it', async () => {
    await page.reload()
    await expect(page.getByRole('complementary', { name: 'Comprobantes de Para llevar' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('complementary')).toHaveCount(0)
  })

  await test.step('it goes out as a file', async () => {
    await page.getByRole('button', { name: 'Exportar' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Excel/ }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/)
  })
})

test('the chart is read and walked with the keyboard, and has its table', async ({ page, signIn }, info) => {
  test.skip(phoneSize(info), 'no keyboard')
  await sell(await callerOf('cajero'))
  await signIn('supervisor', '/sales-total-report?period=week')
  const chart = page.getByRole('group', { name: /Ventas|vendiste|mejor/ })
  const bars = chart.getByRole('button')
  await bars.first().focus()
  await page.keyboard.press('End')
  await expect(bars.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: /^Comprobantes de/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.getByRole('button', { name: 'Ver como tabla' }).click()
  await expect(page.getByRole('columnheader', { name: 'Esta semana' })).toBeVisible()
})
