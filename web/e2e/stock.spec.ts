import type { Page } from '@playwright/test'
import { account, phoneSize, takeaway, tile } from './support/account'
import { callerOf } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'stock' })

/** On a phone the sheet's own, which stands before the bar's. */
const send = (page: Page) => page.getByRole('button', { name: /^Enviar/ }).last()

/** The last bottles: every till sees how few are left, and nobody sells one that is not there. */
test('the last two bottles, seen and sold at two tills', async ({ browser, expectAccessible }, info) => {
  // Each project empties a crate of its own: they share one restaurant.
  const bottle = phoneSize(info) ? 'Cerveza Cusqueña 620 ml' : 'Agua con gas'
  const caller = await callerOf('cajero')
  const sale = await caller.get('/catalog/sale')
  const product = sale.products.find((each: { name: string }) => each.name === bottle)
  const party = await takeaway('La fiesta de al lado')
  const most = Number(product.stock_left) - 2
  await caller.post('/orders', {
    client_request: party,
    products: [{ product: { id: product.id }, qty: most }],
  })

  const rosa = await newPage(browser, info, 'mozo')
  const luis = await newPage(browser, info, 'cajero')
  for (const page of [rosa, luis]) {
    await page.goto(`/order/${await takeaway('Los últimos')}`)
    await page.getByRole('button', { name: 'Bebidas', exact: true }).click()
    await expect(tile(page, bottle)).toContainText('Quedan 2')
  }
  await expectAccessible(rosa)
  await rosa.screenshot({ path: info.outputPath('few.png') })

  await tile(rosa, bottle).click()
  await tile(rosa, bottle).click()
  await tile(luis, bottle).click()
  await account(rosa, info)
  await send(rosa).click()
  await expect(tile(luis, bottle)).toContainText('Agotado')

  // Luis has one in his cart that is gone by now: he hears which, and nothing prints.
  await account(luis, info)
  await send(luis).click()
  await expect(luis.getByText(`${bottle} (no queda)`).first()).toBeVisible()
  await luis.screenshot({ path: info.outputPath('gone.png') })
})
