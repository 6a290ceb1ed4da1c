import { execFileSync } from 'node:child_process'
import { callerOf, takeAway, withCash } from '../support/api'
import { serverProgram } from '../support/server'
import { expect, newPage, password, test } from '../support/test'

test.use({ restaurant: 'companies', young: true })

/** A practice sale: a nota de venta for a take-away, and the cash box closed again. */
async function practiceSale() {
  const till = await callerOf('cajero')
  const close = await withCash(till)
  const account = await takeAway(till, { 'Cau cau': 1 }, 'Práctica')
  const due = await till.get<{ total: string }>(`/payments-get-info/${account}`)
  await till.post('/payments', {
    client_request_id: account,
    billing_type_id: 3,
    payment_options: { Efectivo: due.total },
  })
  await close()
}

test('sales of a practice day go with the word and the PIN, after a backup whose place is told', async ({
  page,
  signIn,
  expectAccessible,
}, info) => {
  await practiceSale()
  await signIn('admin', '/advanced-options')
  const sales = page.getByRole('region', { name: 'Todas las ventas' })
  await expect(sales.getByRole('listitem').filter({ hasText: /\d comprobantes?$/ })).toBeVisible()
  await expectAccessible()
  await page.screenshot({ path: info.outputPath('advanced.png'), fullPage: true })

  await sales.getByRole('button', { name: 'Borrar ventas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Borrar todas las ventas' })
  await dialog.getByLabel('Escribe borrar para continuar').fill('Borrar')
  await dialog.getByRole('button', { name: 'Pedir PIN y borrar' }).click()
  await expect(
    dialog.getByText("Debes escribir exactamente la palabra 'borrar' para continuar."),
  ).toBeVisible()
  await expectAccessible()
  await page.screenshot({ path: info.outputPath('word.png') })
  await dialog.getByLabel('Escribe borrar para continuar').fill('borrar')
  await page.keyboard.press('Enter')

  const pin = page.getByRole('dialog', { name: 'PIN para borrar' })
  await page.keyboard.type('0000')
  await page.keyboard.press('Enter')
  await expect(pin.getByText(/PIN incorrecto/)).toBeVisible()
  await page.screenshot({ path: info.outputPath('pin.png') })
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ventas borradas')).toBeVisible()
  await expect(sales.getByText(/antes-de-borrar-ventas\.sqlite/)).toBeVisible()
  await expect(sales.getByText('No hay nada que borrar.')).toBeVisible()
  await expect(sales.getByRole('button', { name: 'Borrar ventas' })).toBeDisabled()
  await page.screenshot({ path: info.outputPath('done.png'), fullPage: true })
})

test('an open account stands in the way, and says so before anything is asked', async ({
  page,
  signIn,
}, info) => {
  const account = await takeAway(await callerOf('mozo'), { 'Cau cau': 1 }, 'Ana')
  await signIn('admin', '/advanced-options')
  const everything = page.getByRole('region', { name: 'Todo', exact: true })
  await expect(
    everything.getByText(/cuentas? abiertas?\. Cóbralas? o ciérralas? primero en el punto de venta/),
  ).toBeVisible()
  await expect(everything.getByRole('button')).toBeDisabled()
  await page.screenshot({ path: info.outputPath('refused.png'), fullPage: true })
  const office = await callerOf('supervisor')
  await office.put(`/client-requests/${account}/close`, { reason: 'Prueba', pin: '1234' })
})

test('only the administrator finds it', async ({ page, signIn }) => {
  await signIn('supervisor', '/advanced-options')
  await expect(page).toHaveURL(/dashboard/)
})

test('a super admin switches the licence off and on; a till goes to its page and comes back', async ({
  browser,
  page,
  signIn,
  expectAccessible,
}, info) => {
  const sara = `sara_${info.project.name}`
  const user = [
    '--username',
    sara,
    '--role',
    'admin',
    '--name',
    'Sara',
    '--password',
    password,
    '--super-admin',
  ]
  execFileSync(serverProgram(), ['user', 'add', '--data', process.env.COMANDA_FILES ?? '', ...user])
  const rosa = await newPage(browser, info, 'mozo')
  await signIn(sara, '/company-info')
  const card = page.getByRole('region', { name: 'Licencia' })
  await expect(card.getByText('Sin fecha de término')).toBeVisible()
  await expectAccessible()
  await card.screenshot({ path: info.outputPath('card.png') })

  await card.getByRole('switch', { name: 'Licencia activa' }).click()
  await page.getByRole('button', { name: 'Apagar licencia' }).click()
  await expect(card.getByText('Apagada')).toBeVisible()
  await rosa.reload()
  await expect(rosa).toHaveURL(/license-expired/)
  await expect(rosa.getByRole('heading', { name: 'La licencia venció' })).toBeVisible()
  await expectAccessible(rosa)
  await rosa.screenshot({ path: info.outputPath('expired.png') })

  await card.getByRole('switch', { name: 'Licencia activa' }).click()
  await expect(card.getByText('Sin fecha de término')).toBeVisible()
  await rosa.getByRole('button', { name: 'Ya se renovó' }).click()
  await expect(rosa).toHaveURL(/pos/)
})

test('leaving in one tab leaves in all of them', async ({ page, signIn, context }) => {
  await signIn('mozo2')
  const other = await context.newPage()
  await other.goto('/pos')
  await expect(other.getByRole('button', { name: /^Terraza/ }).first()).toBeVisible()
  await page.getByRole('button', { name: /Sesión de/ }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/login/)
  await expect(other).toHaveURL(/login/)
})

test('whose dashboard it is', async ({ browser, expectAccessible }, info) => {
  for (const [username, title] of [
    ['admin', 'En el salón'],
    ['mozo', 'Tus ventas de hoy'],
    ['cajero', 'Tu caja'],
    ['cocina', 'Tiempo usual'],
    ['contador', 'Necesita a alguien'],
  ] as const) {
    const page = await newPage(browser, info, username, { path: '/dashboard' })
    await expect(page.getByText(title, { exact: true }).first()).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: info.outputPath(`dashboard-${username}.png`), fullPage: true })
    await page.close()
  }
})
