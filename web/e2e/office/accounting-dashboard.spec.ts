import { phoneSize } from '../support/account'
import { complaints } from '../support/layout'
import { expect, test } from '../support/test'

test.use({ restaurant: 'accounting-dashboard' })

test('who keeps the books sees sales over time, what sells and what is left', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await signIn('contador', '/accounting/dashboard')
  await expect(page.getByRole('heading', { name: 'Panel contable' })).toBeVisible()
  const figures = page.locator('dl').first()
  for (const label of ['Hoy,', 'Esta semana']) await expect(figures).toContainText(label)

  await test.step('what sells best is told with its amount', async () => {
    const top = page.getByRole('region', { name: 'Lo más vendido del mes' })
    await expect(top.getByRole('listitem').first()).toContainText(/\d\.\d\d/)
  })
  await expectAccessible(page)
  expect(await complaints(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('books.png'), fullPage: true })

  await test.step('the same in numbers, and by another time; the address holds it', async () => {
    await page.getByText('7 días', { exact: true }).first().click()
    await expect(page).toHaveURL(/of=days/)
    const days = page.getByRole('region', { name: /Ventas por día|El mejor día/ })
    await days.getByRole('button', { name: 'Ver como tabla' }).click()
    await expect(page.getByRole('columnheader', { name: 'Día' })).toBeVisible()
    await expect(page.getByRole('row')).not.toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('radio', { name: '7 días' })).toBeChecked()
  })

  await test.step('a bar leads to the report of its time', async () => {
    const chart = page.getByRole('group', { name: /Ventas por día|El mejor día/ })
    const bar = chart.getByRole('button').first()
    if (phoneSize(info)) await bar.click()
    else {
      await bar.focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
    }
    await expect(page).toHaveURL(/sales-total-report\?period=range&from=\d{4}-\d\d-\d\d/)
    await page.goBack()
    await expect(page).toHaveURL(/accounting\/dashboard/)
  })
})

test('a waiter is led elsewhere', async ({ page, signIn }) => {
  await signIn('mozo', '/accounting/dashboard')
  await expect(page).not.toHaveURL(/accounting/)
})
