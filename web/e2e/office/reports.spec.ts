import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { callerOf, takeAway, withCash } from '../support/api'
import { complaints } from '../support/layout'
import { expect, test } from '../support/test'

test.use({ restaurant: 'reports', young: true })

/** Two take-aways are sold, one of them by Yape; a third loses the dish that the kitchen has made already. */
async function anEvening() {
  const cashier = await callerOf('cajero')
  await withCash(cashier)
  for (const [dishes, method] of [
    [{ 'Cau cau': 2 }, 'Efectivo'],
    [{ 'Cau cau': 1 }, 'Yape'],
  ] as const) {
    const id = await takeAway(cashier, dishes)
    const { total } = await cashier.get<{ total: string }>(`/payments-get-info/${id}`)
    await cashier.post('/payments', {
      client_request_id: id,
      billing_type_id: 3,
      payment_options: { [method]: total },
    })
  }
  const id = await takeAway(cashier, { 'Cau cau': 1 })
  const { lines } = await cashier.get<{ lines: { id: number }[] }>(`/payments-get-info/${id}`)
  await cashier.put(`/orders/${id}/dismiss`, {
    order_ids: lines.map((line) => line.id),
    made: true,
    reason: 'Demoró mucho',
    pin: '1234',
  })
}

test('reports of money, boxes, cancellations and dishes say what the evening was', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await anEvening()
  await signIn('supervisor')
  const looksRight = async (name: string) => {
    await expectAccessible(page)
    expect(await complaints(page)).toEqual([])
    await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
  }

  await test.step('each way to pay opens the operations that it is the sum of', async () => {
    await page.goto('/payment-method-report?period=today')
    await expect(page.getByText('S/ 84.00 en total')).toBeVisible()
    await looksRight('methods')
    await page.getByRole('button', { name: /^Yape/ }).click()
    const panel = page.getByRole('complementary', { name: 'Yape' })
    await expect(panel.getByRole('listitem')).toHaveCount(1)
    await expect(panel.getByText('1 operación, S/ 28.00')).toBeVisible()
    await looksRight('operations')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  await test.step('a cash box should hold what it began with and the cash of its sales', async () => {
    await page.goto('/cash-report?period=today')
    await expect(page.getByText('S/ 156.00 en 1 caja abierta')).toBeVisible()
    await expect(figure(page, 'Efectivo de ventas')).toContainText('56.00')
    await looksRight('cash')
  })

  await test.step('what was taken off is told with who and why', async () => {
    await page.goto('/cancellation-report?period=today')
    await expect(figure(page, 'Líneas anuladas')).toContainText('1')
    await looksRight('cancellations')
    await page
      .getByRole('button', { name: /^La casa, Líneas ya hechas/ })
      .first()
      .click()
    const panel = page.getByRole('complementary', { name: 'Qué hay detrás de esta' })
    await expect(panel.getByText('«Demoró mucho»')).toBeVisible()
    await looksRight('acts')
    await page.keyboard.press('Escape')
  })

  await test.step('a dish leads to its sales', async () => {
    await page.goto('/menu-engineering?period=today')
    await looksRight('menu')
    await page
      .getByRole('button', { name: /^Cau cau/ })
      .last()
      .click()
    await expect(page).toHaveURL(/sales-total-report.*by=PRODUCT/)
  })

  await test.step('nothing was bought, and it says so', async () => {
    await page.goto('/purchase-report?period=today')
    await expect(page.getByRole('heading', { name: 'No se compró nada en estas fechas' })).toBeVisible()
    await looksRight('purchases')
  })

  await test.step('every report is found by its name, and one without a screen shows its table', async () => {
    await page.goto('/reports')
    await expect(page.getByRole('main').getByRole('link', { name: 'Ingeniería de carta' })).toHaveAttribute(
      'href',
      '/menu-engineering',
    )
    const menu = page.getByRole('navigation', { name: 'Menú' })
    // It is whole above the user's entry, which lies over the foot of the menu.
    const bottomOf = async (what: Locator) =>
      (await what.boundingBox().then((box) => box && box.y + box.height)) ?? 0
    const user = await menu.getByRole('button', { name: /^Sesión de/ }).boundingBox()
    await expect
      .poll(() => bottomOf(menu.getByRole('link', { name: 'Todos los reportes' })))
      .toBeLessThanOrEqual(user?.y ?? 0)
    await looksRight('all')
    const search = page.getByRole('searchbox', { name: 'Nombre del reporte' })
    await search.fill('nada así')
    await expect(page.getByRole('heading', { name: 'Ningún reporte se llama así' })).toBeVisible()
    await search.fill('por dia')
    await page.getByRole('main').getByRole('link', { name: 'Ventas por día' }).click()
    await expect(page).toHaveURL(/\/reports\/sales-by-day$/)
    const table = page.getByRole('region', { name: 'Ventas por día' })
    await expect(table).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('button', { name: /CSV/ }).click()
    const [, ...lines] = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\n')
    const total = lines.reduce((sum, line) => sum + Number(line.split(';').at(-1)), 0)
    expect(total).toBe(84)
    await expect(table.getByText(total.toFixed(2), { exact: true }).last()).toBeVisible()
    await looksRight('sales-by-day')
    await page.goto('/reports/stock-register')
    await expect(page.getByRole('combobox', { name: 'Mes' })).toBeVisible()
    await looksRight('stock-register')
  })
})

const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
