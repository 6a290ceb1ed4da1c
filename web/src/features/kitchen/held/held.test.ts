import { describe, expect, it } from 'vitest'
import type { HeldCourse, KitchenCard, KitchenFeed, KitchenLine } from '../../../api/model'
import type { AgedCard } from '../wall'
import { dishesAhead, heldOf } from './held'

const line = (name: string, quantity: string, over: Partial<KitchenLine> = {}) =>
  ({ id: 1, name, quantity, area_id: 1, status: 'PENDING', dismissed: false, ...over }) as KitchenLine
const held = (client_request_id: number, course: string, lines: KitchenLine[]) =>
  ({ client_request_id, label: `MESA ${client_request_id}`, allergy: '', course, lines }) as HeldCourse
const card = (command_id: number, client_request_id: number, lines: KitchenLine[] = []) =>
  ({ command_id, client_request_id, lines }) as KitchenCard
const aged = (...cards: KitchenCard[]) =>
  cards.map((each): AgedCard => ({ card: each, minutes: 3, age: 'onTime' }))
const feed = (...courses: HeldCourse[]) => ({ held: courses }) as unknown as KitchenFeed

describe('what waits', () => {
  const desserts = held(6, 'Postres', [line('Picarones', '1', { area_id: 2 })])
  const mains = held(6, 'Fondos', [line('Lomo saltado', '2')])
  const others = held(11, 'Fondos', [line('Lomo saltado', '1')])

  it('stands below the last card of its account, or by itself', () => {
    const wall = heldOf(feed(mains, desserts, others), null, aged(card(1, 6), card(2, 6), card(3, 7)))
    expect([...wall.below].map(([key, courses]) => [key, courses.map(({ course }) => course)])).toEqual([
      ['2:6', ['Fondos', 'Postres']],
    ])
    expect(wall.alone.map(({ label, courses }) => [label, courses.length])).toEqual([['MESA 11', 1]])
  })

  it('is seen by the area that makes it', () => {
    const wall = heldOf(feed(mains, desserts, others), 2, aged(card(3, 7)))
    expect(wall.courses.map(({ course }) => course)).toEqual(['Postres'])
    expect(wall.alone.map(({ label }) => label)).toEqual(['MESA 6'])
  })
})

it('tells what is to make now from what comes', () => {
  const cards = [card(1, 6, [line('Cau cau', '1'), line('Lomo saltado', '3', { status: 'PREPARED' })])]
  const courses = [held(6, 'Fondos', [line('Lomo saltado', '2'), line('Cau cau', '1')])]
  expect(dishesAhead(cards, courses)).toEqual([
    { name: 'Cau cau', pending: 1, coming: 1 },
    { name: 'Lomo saltado', pending: 0, coming: 2 },
  ])
})
