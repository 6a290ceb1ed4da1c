import { callerOf, takeAway, withCash } from './support/api'
import { complaints } from './support/layout'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'now', young: true })

test('who runs the house sees what is sold and owed at once, without asking again', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  const [waiter, cashier] = [await callerOf('mozo'), await callerOf('cajero')]
  await withCash(cashier)
  await signIn('supervisor', '/dashboard')
  await expect(page.getByRole('heading', { name: 'Ahora', level: 1 })).toBeVisible()
  const sold = page.getByRole('region', { name: 'Vendido hoy' })
  const states = page.getByRole('region', { name: 'La casa ahora' })
  await expect(states).toContainText('por cobrar')
  const paid = Number(/(\d+) cuentas? cobrada/.exec((await sold.textContent()) ?? '')?.[1] ?? 0)

  await test.step('an account is opened: it is owed', async () => {
    const open = await takeAway(waiter, { 'Cau cau': 2 })
    await expect(states).toContainText('56.00')
    await expect(page.getByRole('region', { name: 'En el salón' })).toContainText('Rosa Quispe')
    const body = { client_request_id: open, billing_type_id: 3, payment_options: { Efectivo: '56.00' } }
    await cashier.post('/payments', body)
  })

  await test.step('and paid: it is sold', async () => {
    await expect(sold.getByText(new RegExp(`^${paid + 1} cuentas? cobrada`))).toBeVisible()
    await expect(states).not.toContainText('56.00')
    await sold.getByRole('button', { name: 'Ver como tabla' }).click()
    await expect(sold.getByRole('row').last()).toContainText(/\d+\.\d\d/)
    await expectAccessible(page)
    expect(await complaints(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('house.png'), fullPage: true })
  })
})

test('a waiter and a cook find their own shift, and nobody else’s', async ({
  browser,
  expectAccessible,
}, info) => {
  const [rosa, diego] = [await callerOf('mozo'), await callerOf('mozo2')]
  await takeAway(rosa, { 'Cau cau': 1 })
  await takeAway(diego, { 'Cau cau': 3 })

  await test.step('the waiter, from the tables', async () => {
    const page = await newPage(browser, info, 'mozo')
    await page.getByRole('button', { name: /Sesión de/ }).click()
    await page.getByRole('link', { name: 'Mi turno' }).click()
    await expect(page.getByRole('heading', { name: 'Mi turno', level: 1 })).toBeVisible()
    const accounts = page.getByRole('region', { name: 'Tus cuentas abiertas' })
    await expect(accounts.getByRole('link').first()).toContainText('28.00')
    await expect(accounts).not.toContainText('84.00')
    await expect(page.getByRole('region', { name: 'Tus propinas de hoy' })).toBeVisible()
    await expectAccessible(page)
    expect(await complaints(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('waiter.png'), fullPage: true })
    await accounts.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/order\/\d+/)
    await page.close()
  })

  await test.step('the cook, from the wall', async () => {
    const page = await newPage(browser, info, 'cocina')
    await expect(page).toHaveURL(/monitor-production/)
    await page.getByRole('button', { name: /Sesión de/ }).click()
    await page.getByRole('link', { name: 'Mi turno' }).click()
    const areas = page.getByRole('region', { name: 'Por área' })
    await expect(areas.getByRole('row', { name: /COCINA/ })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/S\/|\d\.\d\d/)
    await expectAccessible(page)
    expect(await complaints(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('cook.png'), fullPage: true })
    await page.close()
  })
})
