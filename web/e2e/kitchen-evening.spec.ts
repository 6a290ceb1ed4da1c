import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type Caller, callerOf } from './support/api'
import { complaints } from './support/layout'
import { expect, password, test } from './support/test'

/** A full evening on the wall: sixty tickets, read from two metres. */
test.setTimeout(120_000)
test.use({ restaurant: 'kitchen-evening', viewport: { width: 1920, height: 1080 } })

const tickets = 60
const screenshots = `${import.meta.dirname}/../../docs/screenshots`

type Product = {
  id: number
  name: string
  production_area: string | null
  is_combo: boolean
  variants: { id: number }[]
  toppings: number[]
}
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the braces
test.beforeAll(async ({}, info) => {
  test.skip(info.project.name === 'phone', 'a wall is no phone')
})

test('sixty tickets: the oldest first, nothing cut, what is hidden is counted', async ({
  page,
  expectAccessible,
}) => {
  await fill(await callerOf('mozo'), await callerOf('cocina'))
  await aged(page)
  await page.goto('/login')
  await page.getByLabel('Usuario', { exact: true }).fill('cocina')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL('**/monitor-production')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(tickets)

  const places = await cards.evaluateAll((all) =>
    all.map((card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect()
      const minutes = Number(/(\d+) minuto/.exec(card.getAttribute('aria-label') ?? '')?.[1])
      const list = card.querySelector('ul')
      const cut = [...card.querySelectorAll('b, span')].filter(
        (part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1,
      )
      return {
        left,
        right,
        top,
        bottom,
        minutes,
        late: card.dataset.age === 'late',
        lines: [...card.querySelectorAll('li > button:first-child')].map((line) => line.clientHeight),
        hides: list ? list.scrollHeight > list.clientHeight + 1 : false,
        cut: cut
          .filter((part) => getComputedStyle(part).overflow === 'hidden')
          .map((part) => part.textContent),
      }
    }),
  )
  // Late ones first, each kind oldest first, from the left, and in sight without touching anything.
  const order = (place: { late: boolean; minutes: number }) => (place.late ? 100 : 0) + place.minutes
  expect(places.map(order)).toEqual(places.map(order).toSorted((a, b) => b - a))
  expect(places[0]).toMatchObject({ minutes: 34 })
  expect(places[0]?.left).toBeLessThan(40)
  const shown = places.filter((place) => place.right <= 1920 && place.bottom <= 1080 && place.left >= 0)
  expect(shown.length).toBeGreaterThanOrEqual(7)
  expect(shown.every((place) => !place.hides)).toBe(true)
  expect(places.flatMap((place) => place.cut)).toEqual([])
  // A wet finger hits the line it means, and the number says what it counts.
  expect(Math.min(...places.flatMap((place) => place.lines))).toBeGreaterThanOrEqual(56)
  await expect(cards.first().getByText('min', { exact: true })).toBeVisible()
  // Whoever stands before it knows that there is more, and how much.
  const rest = page.getByRole('button', { name: /comandas más/ })
  const inSight = () =>
    cards.evaluateAll(
      (all) =>
        all.filter((card) => {
          const { left, right } = card.getBoundingClientRect()
          return right > 1 && left < (card.parentElement?.getBoundingClientRect().right ?? 0) - 1
        }).length,
    )
  const late = places.filter((place) => place.late).length
  await expect(rest).toContainText(`${tickets - (await inSight())} comandas más`)
  await expect(rest).toContainText(
    `${late - places.filter((place) => place.late && shown.includes(place)).length} tarde`,
  )
  // What was tapped last is taken back by a key of its own, whole and before all others.
  await cards.first().getByRole('button').first().click()
  const undo = page.getByRole('button', { name: /^Deshacer/ })
  await expect(undo).toBeInViewport({ ratio: 1 })
  const [key, next] = await page
    .getByRole('contentinfo')
    .getByRole('button')
    .evaluateAll((all) =>
      all.map((each) => [each.textContent, each.getBoundingClientRect().toJSON()] as const),
    )
  expect(key?.[0]).toContain('Deshacer')
  expect(key?.[1].height).toBeGreaterThanOrEqual(72)
  expect(key?.[1].right).toBeLessThanOrEqual(next?.[1].left)
  expect(await complaints(page)).toEqual([])
  // So do the dishes still to make: none is cut in two, and how many there is no room for is said.
  const dishes = page.getByRole('complementary')
  await expect(dishes.getByText(/^\+\d+ más$/)).toBeVisible()
  const cutDishes = await dishes.locator('li:visible').evaluateAll((all) => {
    const edge = all[0]?.parentElement?.getBoundingClientRect().bottom ?? 0
    return all
      .filter((each) => each.getBoundingClientRect().bottom > edge + 1)
      .map((each) => each.textContent)
  })
  expect(cutDishes).toEqual([])
  // Each page of the rest holds whole cards, the last one too, from which the key leads back to the first.
  const cut = () =>
    cards.evaluateAll((all) => {
      const lane = all[0]?.parentElement?.getBoundingClientRect()
      const { left: from, right: to } = lane ?? new DOMRect()
      return all
        .map((card) => card.getBoundingClientRect())
        .filter(({ left, right }) => (left < from && right > from) || (left < to && right > to)).length
    })
  const lane = page.getByRole('region', { name: /^Comandas/ })
  const turned = () => lane.evaluate((element) => element.scrollLeft)
  for (let before = 0, turns = 0; turns < 9; turns += 1) {
    await rest.click()
    await expect.poll(turned).not.toBe(before)
    expect(await cut()).toBe(0)
    before = await turned()
    if (before === 0) break
  }
  expect(await turned()).toBe(0)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(1920)
  await expectAccessible()
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/wall.png` })
  if (process.env.PICTURES) {
    await page.screenshot({ path: `${screenshots}/kitchen-evening.png`, animations: 'disabled' })
    expect(readFileSync(`${screenshots}/kitchen-evening.png`).length).toBeGreaterThan(10_000)
  }
})

/** Sixty accounts with what guests ask for, some of it begun, some taken back. */
async function fill(waiter: Caller, cook: Caller) {
  const sale = await waiter.get('/catalog/sale')
  const dishes = (sale.products as Product[]).filter((product) => product.production_area !== 'BAR')
  const tables = (await waiter.get('/tables?page=false')) as { id: number; salon_id: number }[]
  const names = ['Ana Lucía', 'Carlos Huamán', 'Milagros Rojas', 'Jorge Mamani']
  for (let ticket = 0; ticket < tickets; ticket += 1) {
    const table = ticket % 5 < 3 ? tables[Math.floor(ticket / 5) * 3 + (ticket % 5)] : undefined
    const opened = table
      ? { type: 'TABLE', table_id: table.id, persons: 1 + (ticket % 6) }
      : {
          type: ticket % 5 === 3 ? 'ORDER' : 'DELIVERY',
          client_name: names[ticket % names.length],
          phone: '987654321',
          direccion: 'Calle Berlín 420',
        }
    const { id } = await waiter.post('/client-requests', opened)
    const products = Array.from({ length: 1 + (ticket % 4) }, (_, n) => asked(dishes, ticket * 7 + n * 11))
    const sent = await waiter.post('/orders', { client_request: id, products })
    if (ticket === 2) {
      const taken = { order_ids: [sent.lines[0]], pin: '1234', reason: 'El cliente cambió de plato' }
      await waiter.put(`/orders/${id}/dismiss`, taken)
    }
    if (ticket < 14) await begin(cook, id, ticket)
  }
}

const comments = ['Sin cebolla', 'Término bien cocido, aparte', 'Alérgico a mariscos']

function asked(dishes: Product[], n: number) {
  const dish = dishes[n % dishes.length] as Product
  return {
    product: { id: dish.id },
    qty: 1 + (n % 3 === 0 ? n % 4 : 0),
    variant_id: dish.variants[n % (dish.variants.length || 1)]?.id,
    toppings: n % 4 === 1 ? dish.toppings.slice(0, 2).map((id) => ({ id, quantity: 1 + (n % 2) })) : [],
    comment: n % 3 === 1 ? comments[(n >> 1) % comments.length] : '',
  }
}

/** The first ones are being cooked, some dishes of them are ready. */
async function begin(cook: Caller, request: number, ticket: number) {
  const wall = await cook.get('/kitchen')
  const card = wall.cards.find((each: { client_request_id: number }) => each.client_request_id === request)
  const lines = (card?.lines ?? []) as { id: number; component_id: number | null; dismissed: boolean }[]
  const items = lines
    .filter((line) => !line.dismissed)
    .map(({ id, component_id }) => ({ line_id: id, component_id }))
  if (items.length === 0) return
  await cook.post('/kitchen/advance', { items, status: 'PROCESSING' })
  if (ticket % 3 === 0 && items.length > 1) {
    await cook.post('/kitchen/advance', { items: items.slice(0, 1), status: 'PREPARED' })
  }
}

/** As if they had come in over the last half hour: the server tells their order, the wire their age. */
async function aged(page: Page) {
  await page.route('**/api/kitchen', async (route) => {
    const answer = await route.fetch()
    const told = await answer.json()
    const now = Date.parse(told.response.now)
    told.response.cards.forEach((card: { sent_at: string }, place: number) => {
      const minutes = Math.round((34 * (tickets - 1 - place)) / (tickets - 1))
      card.sent_at = new Date(now - minutes * 60_000 - 5_000).toISOString()
    })
    await route.fulfill({ response: answer, json: told })
  })
}
