import type { Page } from '@playwright/test'
import { lineOf, phoneSize, takeaway, tile } from './support/account'
import { type Caller, callerOf, takeAway } from './support/api'
import { expect, newPage, test } from './support/test'

test.use({ restaurant: 'busy' })

const dishes = ['Cau cau', 'Rocoto relleno', 'Ají de gallina', 'Papa a la huancaína', 'Causa limeña de pollo']

/** Commands of two or three dishes each, as they come at one in the afternoon. */
async function rush(waiter: Caller, count: number) {
  for (let at = 0; at < count; at += 1) {
    const asked = Object.fromEntries(
      [0, 1, 2].slice(at % 2).map((dish) => [dishes[(at + dish) % dishes.length], 1 + (dish % 2)]),
    )
    await takeAway(waiter, asked, `Cliente ${at}`)
  }
}

/** The page itself stands still: only what is meant to scroll does. */
async function standsStill(page: Page) {
  const { height, width } = page.viewportSize() ?? { height: 0, width: 0 }
  const size = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    width: document.documentElement.scrollWidth,
  }))
  expect(size).toEqual({ height, width })
}

test('seventeen commands are seen at once on a wall, those of one account together', async ({
  browser,
  expectAccessible,
}, info) => {
  test.skip(phoneSize(info), 'a wall is wide')
  test.slow()
  const waiter = await callerOf('mozo')
  await rush(waiter, 16)
  const { cards } = await (await callerOf('cocina')).get<{
    cards: { client_request_id: number; lines: { name: string }[] }[]
  }>('/kitchen')
  const { products } = await waiter.get<{ products: { id: number; name: string }[] }>('/catalog/sale')
  const more = { product: { id: products.find((each) => each.name === 'Cau cau')?.id }, qty: 1 }
  await waiter.post('/orders', { client_request: cards[0]?.client_request_id, products: [more] })

  const wall = await newPage(browser, info, 'cocina')
  await wall.setViewportSize({ width: 1920, height: 1080 })
  const articles = wall.getByRole('article')
  await expect(articles).toHaveCount(cards.length + 1)
  await expect(wall.getByText('Cliente 3').first()).toBeVisible()
  const boxes = await articles.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))
  const seen = boxes.filter(
    ({ left, right, top, bottom }) => left >= 0 && right <= 1640 && top >= 0 && bottom <= 1010,
  )
  expect(seen.length).toBeGreaterThanOrEqual(16)
  expect(new Set(boxes.map(({ left }) => left)).size).toBeGreaterThanOrEqual(5)
  // Down the columns is the order of arrival.
  const read = boxes.toSorted((a, b) => a.left - b.left || a.top - b.top)
  expect(boxes.map(({ left, top }) => [left, top])).toEqual(read.map(({ left, top }) => [left, top]))
  // The oldest account's second command stands right below its first.
  expect(boxes[1]?.left).toBe(boxes[0]?.left)
  expect(boxes[1]?.top - boxes[0]?.bottom).toBeLessThan(20)
  await standsStill(wall)
  await expectAccessible(wall)
})

test('take-aways and deliveries keep their headings in sight', async ({ page, signIn }, info) => {
  test.slow()
  const waiter = await callerOf('cajero')
  await rush(waiter, 8)
  for (const name of ['Milagros', 'Pedro', 'Lucía']) {
    await waiter.post('/client-requests', { type: 'DELIVERY', client_name: name, address: 'Av. Pardo 1180' })
  }
  await signIn('cajero')
  const sizes = phoneSize(info)
    ? [{ width: 360, height: 740 }]
    : [
        { width: 1280, height: 800 },
        { width: 1024, height: 768 },
        { width: 768, height: 1024 },
      ]
  for (const size of sizes) {
    await page.setViewportSize(size)
    // Where the window is low, as on a phone, the accounts are a place at the foot.
    const folded = phoneSize(info) || (size.width <= 1100 && size.height <= 800)
    if (folded)
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /llevar/i })
        .click()
    const rows = page.getByRole('region', { name: 'Para llevar' }).getByRole('listitem')
    await expect(rows.first()).toContainText(/\d+ productos/)
    expect((await rows.first().boundingBox())?.height).toBe(74)
    await expect(page.getByRole('heading', { name: /Para llevar/ })).toBeInViewport({ ratio: 1 })
    if (!folded) {
      await rows.last().scrollIntoViewIfNeeded()
      await expect(page.getByRole('heading', { name: /Para llevar/ })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { name: /Delivery/ })).toBeInViewport({ ratio: 1 })
    }
    await standsStill(page)
  }
})

test('a combo asks how each meat in it is wanted', async ({ page, signIn }, info) => {
  test.skip(phoneSize(info), 'the questions are the same')
  test.slow()
  await signIn('mozo', `/order/${await takeaway('Para dos')}`)
  await page.getByRole('button', { name: 'Combos', exact: true }).click()
  await tile(page, 'Combo criollo para dos').click()
  const choose = (plate: string, answer: string | RegExp) =>
    page
      .getByRole('radiogroup', { name: new RegExp(`^${plate}`) })
      .getByRole('radio', { name: answer })
      .click()
  await expect(page.getByRole('button', { name: /^Elige/ })).toBeDisabled()
  await choose('Lomo saltado 1', 'Tres cuartos')
  await choose('Lomo saltado 2', 'Bien cocido')
  await choose('Chicha morada 1', /^Vaso/)
  await choose('Chicha morada 2', /^Jarra/)
  await page.getByRole('button', { name: /^Agregar S/ }).click()
  const line = lineOf(page.getByRole('region', { name: 'Líneas de la cuenta' }), '1 Combo criollo')
  await expect(line).toContainText('Tres cuartos')
  await expect(line).toContainText('Bien cocido')
})
