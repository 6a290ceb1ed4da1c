import { account, takeaway } from '../support/account'
import { callerOf } from '../support/api'
import { expect, newPage, test } from '../support/test'

test.use({ restaurant: 'schedules' })
test.setTimeout(120_000)

test('the office makes a schedule, and tills have its price without a reload', async ({
  browser,
  expectAccessible,
}, info) => {
  const office = await newPage(browser, info, 'admin', { path: '/products?tab=schedules' })
  await expect(office.getByText('Happy hour')).toBeVisible()
  await office.getByRole('button', { name: 'Nuevo' }).first().click()
  const form = office.getByRole('dialog')
  const name = `Todo el día ${info.project.name}`
  await form.getByLabel('Nombre').fill(name)
  for (const day of ['Lun', 'Mar', 'Mié', 'Jue', 'Vie', 'Sáb', 'Dom']) {
    await form.getByRole('button', { name: day, exact: true }).click()
  }
  for (const field of [/^Desde las( \*)?$/, /^Hasta las( \*)?$/]) {
    await form.getByLabel(field).click()
    await form.page().keyboard.type('0000')
  }
  await form.getByRole('button', { name: 'Cocteles' }).click()
  await form.getByText('Menos %').click()
  await form.getByLabel('Porcentaje').fill('50')
  await expectAccessible(office)
  await office.screenshot({ path: info.outputPath('form.png') })
  await form.getByRole('button', { name: /^Crear/ }).click()
  await expect(office.getByText('Ahora: 8 productos, con 50 % menos.')).toBeVisible()
  await office.screenshot({ path: info.outputPath('list.png') })

  const admin = await callerOf('admin')
  const made = (await admin.get('/schedules')).find((each: { name: string }) => each.name === name)
  const id = await takeaway(name)
  const till = await newPage(browser, info, 'mozo', { path: `/order/${id}` })
  const cocktails = till.getByRole('button', { name: 'Cocteles', exact: true })
  await cocktails.click()
  const tile = till.locator('[data-product]').filter({ hasText: 'Mojito' })
  await expect(tile).toContainText('12.00')
  await expect(tile.locator('s')).toContainText('24.00')
  await till.screenshot({ path: info.outputPath('tile.png') })
  await tile.click()
  const lines = await account(till, info)
  await expect(lines.getByText(name)).toBeVisible()
  await expect(lines.getByText('12.00').first()).toBeVisible()
  await till.screenshot({ path: info.outputPath('account.png') })

  // Sold at another hour only: greyed with the hour, as soon as the office says so.
  await till.goto(`/order/${id}`)
  await cocktails.click()
  await expect(tile).toContainText('12.00')
  const yesterday = ((new Date().getUTCDay() + 5) % 7) + 1
  await admin.put(`/schedules/${made.id}`, {
    days: [yesterday],
    from: '12:00',
    until: '12:01',
    limits_sale: true,
  })
  await expect(tile).toBeDisabled()
  await expect(tile).toContainText(/Desde \S+ 12:00/)
  await till.screenshot({ path: info.outputPath('later.png') })
  await admin.put(`/schedules/${made.id}`, { status: 'INACTIVE' })
  await expect(tile).toBeEnabled()
  await expect(tile).toContainText('24.00')
})
