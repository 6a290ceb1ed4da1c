import { callerOf } from '../support/api'
import { expect, newPage, test } from '../support/test'

test.use({ restaurant: 'office' })

test('the accountant reads documents and reports, and is promised nothing else', async ({
  browser,
  expectAccessible,
}, info) => {
  const page = await newPage(browser, info, 'contador', { path: '/documents' })
  await page.getByRole('radio', { name: /^Aceptados/ }).click()
  await expect(page).toHaveURL(/state=ACCEPTED/)
  await page
    .getByRole('button', { name: /^Ver B001-/ })
    .first()
    .click()
  const sheet = page.getByRole('complementary', { name: /^Comprobante B001-/ })
  await expect(sheet.getByText('SUNAT lo aceptó', { exact: true })).toBeVisible()
  // What they may not do is not offered: no sending, no giving back.
  await expect(sheet.getByRole('button', { name: /Anular|Enviar de nuevo/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.screenshot({ path: info.outputPath('documents.png') })
  await page.goto('/daily-report')
  await expect(page.getByText('Promedio por cuenta')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Imprimir/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.screenshot({ path: info.outputPath('daily-report.png'), fullPage: true })
  await page.goto('/pos-options?tab=documents')
  await expect(page).toHaveURL(/dashboard/)
})

test('the list of what needs somebody says what the screens say, and a difference leaves it once it was looked at', async ({
  browser,
  expectAccessible,
}, info) => {
  await closeWithDifference()
  const page = await newPage(browser, info, 'admin', { path: '/dashboard' })
  const list = page.getByRole('region', { name: 'Necesita a alguien' })
  await page.screenshot({ path: info.outputPath('attention.png'), fullPage: true })
  const notice = list.getByRole('link', { name: /con diferencia: Efectivo −\d/ })
  await notice.click()
  await expect(page).toHaveURL(/cashbox-cycles\/\d+\/detail/)
  await page.getByRole('button', { name: 'Ya la revisé' }).click()
  await expect(page.getByText(/^Revisada el/)).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: info.outputPath('reviewed.png'), fullPage: true })
  await page.goto('/cashbox-cycles')
  await expect(page.getByText(/^Efectivo −/).first()).toBeVisible()
  await page.screenshot({ path: info.outputPath('cycles.png') })
  await page.goto('/dashboard')
  await expect(list).toBeVisible()
  await expect(notice).toHaveCount(0)
})

/** Somebody opens a cash box with 100 and counts nothing in it. */
async function closeWithDifference() {
  const jorge = await callerOf('supervisor')
  const [box] = (await jorge.get('/cashboxes')).filter((each: { open_cycle: unknown }) => !each.open_cycle)
  const [turn] = await jorge.get('/turns')
  const opening = { cashbox_id: box.id, turn_id: turn.id, open_amount: '100', status: 'OPEN' }
  const cycle = await jorge.post('/cashbox-cycles', opening)
  const path = `/cashbox-cycles/${cycle.id}` as const
  const counted = await jorge
    .put(path, { status: 'CLOSED', close_amount: '20', counted: {} })
    .catch(() => null)
  if (counted) throw new Error('a difference of 80 soles closed without a word')
  await jorge.put(path, {
    status: 'CLOSED',
    count_version: 1,
    reason: 'Sencillo llevado al banco',
    pin: '1234',
  })
}
