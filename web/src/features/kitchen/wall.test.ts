import { describe, expect, it } from 'vitest'
import type { KitchenCard, KitchenFeed, KitchenLine } from '../../api/model'
import * as wall from './wall'

const line = (over: Partial<KitchenLine> = {}): KitchenLine => ({
  id: 1,
  component_id: null,
  combo: null,
  name: 'Lomo saltado',
  quantity: '1',
  sale_unit: 'UNIT',
  measure: '1',
  variant: null,
  toppings: [],
  choices: [],
  comment: null,
  status: 'PENDING',
  status_changed_at: '2026-11-21T18:00:00Z',
  area_id: 1,
  dismissed: false,
  dismissal_acknowledged: false,
  version: 1,
  ...over,
})
const card = (command_id: number, sent_at: string, lines: KitchenLine[]): KitchenCard => ({
  command_id,
  number: command_id,
  client_request_id: command_id,
  type: 'TABLE',
  label: `MESA ${command_id}`,
  salon: 'Terraza',
  correlative: null,
  client_name: '',
  waiter: 'Rosa',
  persons: 2,
  allergy: '',
  course: '',
  sent_at,
  area_ids: [1],
  lines,
})
const feed = (cards: KitchenCard[], over: Partial<KitchenFeed> = {}): KitchenFeed => ({
  now: '2026-11-21T18:10:00Z',
  areas: [
    { id: 1, name: 'Cocina', warn_minutes: 8, late_minutes: 15, status: 'ACTIVE' },
    { id: 2, name: 'Bar', warn_minutes: 4, late_minutes: 8, status: 'ACTIVE' },
  ],
  cards,
  held: [],
  totals: [],
  figures: { commands: 0, average_minutes: null },
  recent: [],
  ...over,
})

describe('age', () => {
  it.each([
    [0, 'onTime'],
    [7, 'onTime'],
    [8, 'soon'],
    [14, 'soon'],
    [15, 'late'],
    [90, 'late'],
  ] as const)('%i minutes is %s', (minutes, age) =>
    expect(wall.ageOf(minutes, { soon: 8, late: 15 })).toBe(age),
  )

  it('takes the strictest limits of the areas on the card', () => {
    const both = card(1, '', [line(), line({ id: 2, area_id: 2 })])
    expect(wall.limitsOf(both, feed([]).areas)).toEqual({ soon: 4, late: 8 })
    expect(wall.limitsOf(card(1, '', [line()]), feed([]).areas)).toEqual({ soon: 8, late: 15 })
  })
})

describe('cards', () => {
  it('stand oldest first', () => {
    const cards = [card(2, '2026-11-21T18:05:00Z', [line()]), card(1, '2026-11-21T18:01:00Z', [line()])]
    expect(wall.shownCards(feed(cards), null).map((each) => each.command_id)).toEqual([1, 2])
  })

  it('leave an area when its own lines are done, though others still work on it', () => {
    const mixed = card(1, '', [line({ status: 'PREPARED' }), line({ id: 2, area_id: 2 })])
    expect(wall.shownCards(feed([mixed]), 1)).toEqual([])
    expect(wall.shownCards(feed([mixed]), 2)).toHaveLength(1)
    expect(wall.finishedCards(feed([mixed]), 1).map((each) => each.command_id)).toEqual([1])
  })

  it('stay for a dismissed line until it is acknowledged', () => {
    const dismissed = feed([card(1, '', [line({ dismissed: true, status: 'DISMISSED' })])])
    expect(wall.shownCards(dismissed, 1)).toHaveLength(1)
    expect(wall.shownCards(wall.afterAcknowledge(dismissed, [1]), 1)).toEqual([])
  })
})

it('late cards come first, whatever their area, and take those of their account along', () => {
  const at = (command: number, minute: number, area_id: number, account = command) => ({
    ...card(command, `2026-11-21T18:${String(minute).padStart(2, '0')}:00Z`, [line({ area_id })]),
    client_request_id: account,
  })
  // At 18:20 two cards are soon in the kitchen and the fourth is late at the bar; the fifth goes with it.
  const cards = [at(1, 1, 1), at(2, 6, 1), at(3, 8, 1), at(4, 11, 2), at(5, 19, 1, 4)]
  const groups = wall.lateFirst(cards, feed([]).areas, Date.parse('2026-11-21T18:20:00Z'))
  expect(groups.map((group) => group.map((each) => `${each.card.command_id} ${each.age}`))).toEqual([
    ['1 late'],
    ['4 late', '5 onTime'],
    ['2 soon'],
    ['3 soon'],
  ])
})

it('a change of table is told until it is acknowledged', () => {
  const moved = feed([card(1, '', [line({ moved_from: 'Mesa 4 - Terraza' }), line({ id: 2 })])])
  expect(wall.shownCards(moved, null)[0]?.lines[0]?.moved_from).toBe('Mesa 4 - Terraza')
  const seen = wall.afterAcknowledge(moved, [1])
  expect(wall.shownCards(seen, null)[0]?.lines.map((each) => each.moved_from ?? null)).toEqual([null, null])
  expect(seen.cards[0]?.lines[0]?.dismissal_acknowledged, 'it is no dismissal').toBe(false)
})

it('one move asks once, however many commands it took along', () => {
  const from = 'Mesa 4 - Terraza'
  const of = (command: number, request: number, id: number) => ({
    ...card(command, `2026-11-21T18:0${command}:00Z`, [line({ id, moved_from: from }), line({ id: id + 1 })]),
    client_request_id: request,
  })
  const cards = wall.shownCards(feed([of(1, 7, 10), of(2, 7, 20), of(3, 8, 30)]), null)
  expect([...wall.movesToSee(cards)]).toEqual([
    ['1:7', [10, 20]],
    ['3:8', [30]],
  ])
  expect(wall.movesToSee(wall.afterAcknowledge(feed(cards), [10, 20, 30]).cards).size).toBe(0)
})

describe('a tap', () => {
  const two = card(1, '', [line(), line({ id: 2, status: 'PROCESSING' })])

  it('moves one line on', () => {
    expect(wall.lineStep(two, two.lines[0] as KitchenLine)).toMatchObject({
      from: 'PENDING',
      to: 'PROCESSING',
    })
  })

  it('on the last open line finishes the card', () => {
    const last = card(1, '', [line({ status: 'PREPARED' }), line({ id: 2, status: 'PROCESSING' })])
    expect(wall.lineStep(last, last.lines[1] as KitchenLine)?.finishes).toBe(true)
  })

  it('does nothing on what is done or dismissed', () => {
    expect(wall.lineStep(two, line({ status: 'PREPARED' }))).toBeNull()
    expect(wall.lineStep(two, line({ dismissed: true }))).toBeNull()
  })

  it('on the head begins everything first, then finishes it', () => {
    expect(wall.cardStep(two)).toMatchObject({ items: [{ line_id: 1 }], to: 'PROCESSING', finishes: false })
    const begun = card(1, '', [
      line({ status: 'PROCESSING' }),
      line({ id: 2, status: 'PROCESSING', component_id: 7 }),
    ])
    expect(wall.cardStep(begun)).toMatchObject({
      items: [{ line_id: 1 }, { line_id: 2, component_id: 7 }],
      to: 'PREPARED',
      finishes: true,
    })
  })

  it('shows at once, and undoing brings the card back', () => {
    const before = feed([card(1, '', [line({ status: 'PROCESSING' })])])
    const done = wall.afterStep(before, [{ line_id: 1 }], 'PREPARED')
    expect(wall.shownCards(done, null)).toEqual([])
    expect(wall.shownCards(wall.afterStep(done, [{ line_id: 1 }], 'PROCESSING'), null)).toHaveLength(1)
  })

  it('tells a component of a combo from its sibling', () => {
    const combo = feed([card(1, '', [line({ component_id: 1 }), line({ component_id: 2 })])])
    const stepped = wall.afterStep(combo, [{ line_id: 1, component_id: 2 }], 'PROCESSING')
    expect(stepped.cards[0]?.lines.map((each) => each.status)).toEqual(['PENDING', 'PROCESSING'])
  })

  it('recalls a finished card', () => {
    const recent = card(3, '', [line({ status: 'PREPARED' })])
    const step = wall.recallStep(recent)
    const back = wall.afterStep(feed([], { recent: [recent] }), step?.items ?? [], 'PROCESSING')
    expect(wall.shownCards(back, null).map((each) => each.command_id)).toEqual([3])
  })
})

it('adds up what is still to make by dish', () => {
  const cards = [
    card(1, '', [line({ quantity: '2' }), line({ id: 2, name: 'Ají de gallina' })]),
    card(2, '', [line({ id: 3 }), line({ id: 4, status: 'PREPARED', quantity: '5' })]),
  ]
  const totals = [{ name: 'Lomo saltado', pending: '3', today: '42', coming: '0' }]
  expect(wall.dishTotals(cards, totals)).toEqual([
    { name: 'Lomo saltado', pending: 3, today: 42 },
    { name: 'Ají de gallina', pending: 1, today: null },
  ])
})

it('counts the seconds of an undo down to zero', () => {
  expect([0, 1, 3001, 9999, 10_000, 12_000].map((now) => wall.secondsLeft(10_000, now))).toEqual([
    10, 10, 7, 1, 0, 0,
  ])
})
