import { type Caller, callerOf, closeCash, withCash } from './support/api'
import { complaints } from './support/layout'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'cash-movements' })

let cashier: Caller

test.beforeEach(async () => {
  cashier = await callerOf('cajero')
  await withCash(cashier)
})
test.afterEach(() => closeCash(cashier))

const ownCycle = async () => (await cashier.get<{ id: number }>('/cashbox-opened-cycle')).id

test('what came in and went out is listed across cycles, and a rejected one stays with its reason', async ({
  browser,
  expectAccessible,
}, info) => {
  const cycle = await ownCycle()
  const write = (movement_type: string, motive: string, amount: string) =>
    cashier.post('/cash-movements', {
      movement_type,
      motive,
      amount,
      receipt_by: 'Carla Benavides',
      cash_box_cycle_id: cycle,
    })
  const mark = `n.º ${Date.now()}`
  await write('ENTRY', `Sencillo ${mark}`, '200')
  await write('ENTRY', `Préstamo ${mark}`, '35.50')
  await write('EXPENSE', `Hielo ${mark}`, '48')

  const page = await newPage(browser, info, 'cajero', { path: '/cash-movements' })
  const row = (motive: string) => page.getByRole('row', { name: new RegExp(`${motive} ${mark}`) })

  await test.step('both kinds come first, one alone when it is asked for', async () => {
    await expect(row('Sencillo')).toContainText('+200.00')
    await expect(row('Sencillo')).toContainText('De Carla Benavides')
    await expect(row('Hielo')).toContainText('−48.00')
    await page.getByText('Gastos', { exact: true }).click()
    await expect(page).toHaveURL(/movement_type=EXPENSE/)
    await expect(row('Hielo')).toContainText('−48.00')
    await expect(row('Sencillo')).toHaveCount(0)
    await page.getByText('Ambos', { exact: true }).click()
    await expect(row('Sencillo')).toBeVisible()
    await expectAccessible(page)
    expect(await complaints(page)).toEqual([])
  })

  await test.step('one is rejected: struck through, with why, and counted no more', async () => {
    await page.getByRole('searchbox').fill(mark)
    await expect(page.getByText('235.50', { exact: true })).toBeVisible()
    await expect(page.getByText('187.50', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: `Acciones de Préstamo ${mark}` }).click()
    await page.getByRole('button', { name: 'Rechazar…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rechazar movimiento' })
    await dialog.getByLabel('¿Por qué se rechaza?').fill('Va por planilla')
    await dialog.getByRole('button', { name: 'Rechazar movimiento' }).click()
    await expect(row('Préstamo')).toContainText('Rechazado')
    await expect(row('Préstamo')).toContainText('Va por planilla')
    await expect(page.getByText('152.00', { exact: true })).toBeVisible()
    await page.getByText('Rechazados', { exact: true }).click()
    await expect(row('Sencillo')).toHaveCount(0)
    await expect(row('Préstamo')).toBeVisible()
  })

  await test.step('the address holds what is shown', async () => {
    await page.reload()
    await expect(row('Préstamo')).toBeVisible()
    await expect(row('Hielo')).toHaveCount(0)
  })
  await page.context().close()
})

test('one is written from here, with the motives of before; without an open cash box it says where to open one', async ({
  browser,
}, info) => {
  const page = await newPage(browser, info, 'cajero', { path: '/cash-movements' })
  await page.getByRole('button', { name: 'Nuevo movimiento' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registrar movimiento' })
  await dialog.getByLabel('Monto').fill('12.5')
  await dialog.getByLabel('Motivo').fill('Monedas del banco')
  await dialog.getByRole('button', { name: 'Registrar ingreso de S/ 12.50' }).click()
  await expect(page.getByRole('row', { name: /Monedas del banco/ }).first()).toContainText('+12.50')
  await page.getByRole('button', { name: 'Nuevo movimiento' }).click()
  await expect(dialog.locator('datalist option[value="Monedas del banco"]')).toHaveCount(1)
  await page.keyboard.press('Escape')

  await closeCash(cashier)
  await page.reload()
  await expect(page.getByText(/No tienes una caja abierta/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nuevo movimiento' })).toBeDisabled()
  await page.getByRole('link', { name: 'Ir a abrir caja' }).click()
  await expect(page).toHaveURL(/cashbox-cycles/)
  await page.context().close()
})

test('what somebody else wrote is rejected with a PIN', async ({ browser }, info) => {
  const office = await callerOf('supervisor')
  const motive = `Depósito ${Date.now()}`
  await office.post('/cash-movements', {
    movement_type: 'ENTRY',
    receipt_by: 'Banco',
    motive,
    amount: '20',
    cash_box_cycle_id: await ownCycle(),
  })
  const page = await newPage(browser, info, 'cajero', { path: '/cash-movements' })
  await page.getByRole('button', { name: `Acciones de ${motive}` }).click()
  await page.getByRole('button', { name: 'Rechazar…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rechazar movimiento' })
  await dialog.getByLabel('¿Por qué se rechaza?').fill('No llegó')
  await dialog.getByRole('button', { name: 'Pedir PIN y rechazar' }).click()
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(motive) })).toContainText('No llegó')
  await page.context().close()
})
