import type { Page } from '@playwright/test'
import { expect, newPage, test } from './support/test'

/** Two people at one table, each at a device of their own. */
test('what two waiters add at the same time is all there, for both', async ({ browser }, info) => {
  const table = info.project.name === 'phone' ? '10' : '9'
  const rosa = await newPage(browser, info, 'mozo')
  await rosa.getByRole('button', { name: new RegExp(`^Mesa ${table} Libre`) }).click()
  await rosa.getByRole('button', { name: '2 personas', exact: true }).click()
  await rosa.waitForURL(/\/order\//)
  const second = await newPage(browser, info, 'mozo2')
  await second.goto(new URL(rosa.url()).pathname)

  await Promise.all([add(rosa, 'Ají de gallina'), add(second, 'Cau cau')])

  for (const page of [rosa, second]) {
    await expect(page.getByRole('button', { name: /^Ají de gallina.*En la cuenta: 1/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Cau cau.*En la cuenta: 1/ })).toBeVisible()
  }
})

async function add(page: Page, dish: string) {
  await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${dish}`) })
    .first()
    .click()
}
