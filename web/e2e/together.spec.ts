import type { Browser, Page, TestInfo } from '@playwright/test'
import { account, lineOf, takeaway, tile } from './support/account'
import { callerOf } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'together' })

/** Several people at one account, each at a device of their own: nothing is lost, nothing doubled, nothing asked twice. */
test.setTimeout(90_000)

const dish = 'Rocoto relleno'

/** Two waiters look at the same new account. */
async function atOneAccount(browser: Browser, info: TestInfo) {
  const id = await takeaway(`Juntos ${info.title.slice(0, 20)}`)
  const rosa = await newPage(browser, info, 'mozo')
  const diego = await newPage(browser, info, 'mozo2')
  for (const page of [rosa, diego]) {
    page.setDefaultTimeout(15_000)
    await page.goto(`/order/${id}`)
    await page.getByRole('button', { name: 'Fondos', exact: true }).click()
  }
  return { rosa, diego, id }
}

/** Runs `acts` while the page sees nothing of what others do: its reads of the account wait. */
async function withStaleReads(page: Page, acts: () => Promise<void>) {
  let go = () => {}
  const gone = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/client-requests/*', async (route) => {
    if (route.request().method() === 'GET') await gone
    await route.fallback()
  })
  await acts()
  go()
  await page.unroute('**/api/client-requests/*')
}

const answered = (page: Page, method: string) =>
  page.waitForResponse((answer) => answer.request().method() === method)

test('what two waiters add at the same time is all there, for both', async ({ browser }, info) => {
  const { rosa, diego } = await atOneAccount(browser, info)
  await Promise.all([tile(rosa, 'Ají de gallina').click(), tile(diego, 'Cau cau').click()])
  // The same dish from both sides at once is two of it.
  await Promise.all([tile(rosa, dish).click(), tile(diego, dish).click()])
  for (const page of [rosa, diego]) {
    await expect(tile(page, 'Ají de gallina.*En la cuenta: 1')).toBeVisible()
    await expect(tile(page, 'Cau cau.*En la cuenta: 1')).toBeVisible()
    await expect(tile(page, `${dish}.*En la cuenta: 2`)).toBeVisible()
  }
})

test('quick taps count once each, whatever the connection does', async ({ browser }, info) => {
  const { rosa, diego } = await atOneAccount(browser, info)
  let lose = true
  await rosa.route('**/api/orders', async (route) => {
    if (route.request().method() !== 'POST' || !lose) return route.fallback()
    // It arrives; its answer does not.
    lose = false
    await route.fetch()
    await route.abort()
  })
  for (let taps = 0; taps < 3; taps += 1) await tile(rosa, dish).click()
  await expect(tile(rosa, `${dish}.*En la cuenta: 3`)).toBeVisible()
  await expect(tile(diego, `${dish}.*En la cuenta: 3`)).toBeVisible()

  await rosa.context().setOffline(true)
  await tile(rosa, dish).click()
  await expect(tile(rosa, `${dish}.*En la cuenta: 4`)).toBeVisible()
  await rosa.context().setOffline(false)
  await expect(tile(diego, `${dish}.*En la cuenta: 4`)).toBeVisible()
  await expect(tile(rosa, `${dish}.*En la cuenta: 4`)).toBeVisible()
})

test('a tap that nobody answered survives a reload', async ({ browser }, info) => {
  const { rosa, diego } = await atOneAccount(browser, info)
  await rosa.route('**/api/orders', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await tile(rosa, dish).click()
  await expect(tile(rosa, `${dish}.*En la cuenta: 1`)).toBeVisible()
  await rosa.unroute('**/api/orders')
  await rosa.reload()
  await expect(tile(diego, `${dish}.*En la cuenta: 1`)).toBeVisible()
  await expect(lineOf(await account(rosa, info), `1 ${dish}`)).toBeVisible()
})

test('two change one line: both changes stay; the very same is offered again', async ({ browser }, info) => {
  const { rosa, diego } = await atOneAccount(browser, info)
  await tile(rosa, dish).click()
  await expect(tile(diego, `${dish}.*En la cuenta: 1`)).toBeVisible()
  const hers = await account(rosa, info)
  const his = await account(diego, info)
  await lineOf(hers, `1 ${dish}`).click()
  await lineOf(his, `1 ${dish}`).click()

  await withStaleReads(rosa, async () => {
    await his.getByRole('button', { name: 'Nota' }).click()
    await his.getByRole('textbox', { name: 'Para el cocinero' }).fill('sin pasas')
    const kept = answered(diego, 'PUT')
    await his.getByRole('button', { name: 'Guardar' }).click()
    await kept
    await hers.getByRole('button', { name: 'Agregar uno' }).click()
  })
  for (const lines of [hers, his]) await expect(lineOf(lines, `2 ${dish} ?sin pasas`)).toBeVisible()
  await expect(rosa.getByText('al mismo tiempo')).toBeHidden()

  await withStaleReads(rosa, async () => {
    const kept = answered(diego, 'PUT')
    const field = his.getByRole('textbox', { name: `Cantidad de ${dish}` })
    await field.fill('5')
    await field.press('Enter')
    await kept
    await hers.getByRole('button', { name: 'Agregar uno' }).click()
  })
  await expect(hers.getByText(`Otra persona cambió ${dish} al mismo tiempo`)).toBeVisible()
  await expect(lineOf(hers, `5 ${dish}`)).toBeVisible()
  await hers.getByRole('button', { name: 'Poner lo mío: 3' }).click()
  await expect(lineOf(his, `3 ${dish}`)).toBeVisible()
  await expect(rosa.getByText('al mismo tiempo')).toBeHidden()
})

test('one deletes what the other changes', async ({ browser }, info) => {
  const { rosa, diego } = await atOneAccount(browser, info)
  await tile(rosa, dish).click()
  await expect(tile(diego, `${dish}.*En la cuenta: 1`)).toBeVisible()
  const hers = await account(rosa, info)
  const his = await account(diego, info)
  await lineOf(hers, `1 ${dish}`).click()
  await lineOf(his, `1 ${dish}`).click()
  await withStaleReads(rosa, async () => {
    const gone = answered(diego, 'DELETE')
    await his.getByRole('button', { name: `Quitar ${dish}` }).click()
    await gone
    await hers.getByRole('button', { name: 'Agregar uno' }).click()
  })
  await expect(hers.getByText(`Otra persona quitó ${dish} mientras lo cambiabas.`)).toBeVisible()
  await hers.getByRole('button', { name: 'Agregar de nuevo' }).click()
  await expect(lineOf(his, `2 ${dish}`)).toBeVisible()
})

test('one pays while the other adds: the tap is said not to be on the bill', async ({ browser }, info) => {
  const { rosa, diego, id } = await atOneAccount(browser, info)
  await tile(rosa, dish).click()
  await expect(tile(diego, `${dish}.*En la cuenta: 1`)).toBeVisible()
  const desk = await callerOf('admin')
  await desk.post('/commands', { client_request_id: id })
  const boxes = (await desk.get('/cashboxes')) as { id: number; name: string }[]
  const [turn] = (await desk.get('/turns')) as { id: number }[]
  const open = await desk.get('/cashbox-opened-cycle')
  const admin = await desk.get('/profile')
  const cycle =
    open ??
    (await desk.post('/cashbox-cycles', {
      cashbox_id: boxes.find((box) => box.name === 'Barra')?.id,
      turn_id: turn?.id,
      user_id: admin.id,
      open_amount: '0',
      status: 'OPEN',
    }))
  expect(cycle.status).toBe('OPEN')
  await withStaleReads(diego, async () => {
    const config = await desk.get('/payments-get-config')
    const due = (await desk.get(`/payments-get-info/${id}`)).total
    await desk.post('/payments', {
      client_request_id: id,
      payment_options: { Efectivo: due },
      billing_type_id: config.billing_types[0].id,
      print: false,
    })
    await tile(diego, 'Cau cau').click()
  })
  await expect(diego.getByText('No se agregó Cau cau').first()).toBeVisible()
  const his = await account(diego, info)
  await expect(diego.getByText(/^Cuenta cobrada a las/).first()).toBeVisible()
  await expect(lineOf(his, '1 Cau cau')).toBeHidden()
  if (!open) {
    await desk
      .put(`/cashbox-cycles/${cycle.id}`, {
        status: 'CLOSED',
        denominations: {},
        counted: {},
        close_amount: '33.00',
      })
      .catch(() => undefined)
  }
})
