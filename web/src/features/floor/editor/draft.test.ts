import { expect, test } from 'vitest'
import type { PlanTable } from '../../../api/model'
import {
  asCircle,
  emptyHistory,
  isTouched,
  moveInsideRoom,
  nextName,
  overlapping,
  recordChange,
  redo,
  snap,
  undo,
} from './draft'

const spot = { x: 10, y: 10, width: 100, height: 100, shape: 'SQUARE' as const, seats: 4 }
const room = { width: 900, height: 600 }

test('steps are taken back and again, and a new one forgets what was taken back', () => {
  const one = recordChange(emptyHistory, { moved: { 1: spot }, landmarks: null })
  const two = recordChange(one, { moved: { 1: { ...spot, x: 50 } }, landmarks: null })
  const back = undo(two)
  expect(back.now).toEqual(one.now)
  expect(redo(back).now).toEqual(two.now)
  expect(undo(undo(two)).now).toEqual(emptyHistory.now)
  expect(undo(emptyHistory)).toEqual(emptyHistory)
  expect(redo(two)).toEqual(two)
  expect(recordChange(back, emptyHistory.now).future).toEqual([])
  expect([isTouched(emptyHistory.now), isTouched(one.now)]).toEqual([false, true])
})

test('nothing leaves the room', () => {
  expect(moveInsideRoom({ ...spot, x: -20, y: 700 }, room)).toMatchObject({ x: 0, y: 500 })
  expect(moveInsideRoom({ ...spot, x: 850 }, room).x).toBe(800)
})

const box = (x: number, y: number, width = 100, height = 100) => ({ x, y, width, height })
const among = (...others: ReturnType<typeof box>[]) => ({ align: others, around: others, room })

test('what is near an edge or middle of another is drawn to it', () => {
  const { place, guides } = snap(box(305, 200), among(box(300, 10)))
  expect(place.x).toBe(300)
  expect(guides).toEqual({ x: 350, y: null })
  expect(snap(box(120, 300), among(box(300, 10))).place).toMatchObject({ x: 120, y: 300 })
})

test('a wall that holds it back takes the guide away', () => {
  const { place, guides } = snap(box(-30, 200), among(box(-25, 400)))
  expect(place.x).toBe(0)
  expect(guides.x).toBeNull()
})

const gapX = { axis: 'x' }
const gapY = { axis: 'y' }

test.each([
  ['the wall that is nearer', box(40, 200), [], { ...gapX, from: 0, to: 40, across: 250 }],
  ['the wall on the other side', box(780, 200), [], { ...gapX, from: 880, to: 900, across: 250 }],
  ['the wall above', box(300, 30), [], { ...gapY, from: 0, to: 30, across: 350 }],
  ['the wall below', box(300, 480), [], { ...gapY, from: 580, to: 600, across: 350 }],
  ['a neighbour to the left', box(332, 260), [box(200, 220)], { ...gapX, from: 300, to: 332, across: 290 }],
  ['a neighbour to the right', box(332, 260), [box(460, 260)], { ...gapX, from: 432, to: 460, across: 310 }],
  ['a neighbour below', box(332, 260), [box(400, 390)], { ...gapY, from: 360, to: 390, across: 416 }],
  ['the nearer of two', box(332, 260), [box(200, 260), box(450, 260)], { ...gapX, from: 432, to: 450 }],
  [
    'past one that it stands on',
    box(332, 260),
    [box(400, 240), box(200, 260)],
    { ...gapX, from: 300, to: 332 },
  ],
  ['past one that is not beside it', box(332, 260), [box(210, 20)], { ...gapX, from: 0, to: 332 }],
])('the distance is told to %s', (_, place, around, expected) => {
  const { gaps } = snap(place, { align: [], around, room })
  expect(gaps.find(({ axis }) => axis === expected.axis)).toMatchObject(expected)
})

test.each([
  [
    'an oval becomes a circle in its middle',
    { ...spot, width: 120, shape: 'ROUND' as const },
    { x: 20, width: 100, height: 100 },
  ],
  [
    'an upright one too',
    { ...spot, height: 131, shape: 'ROUND' as const },
    { y: 25, width: 100, height: 100 },
  ],
  ['what has corners stays', { ...spot, width: 120 }, { x: 10, width: 120, height: 100 }],
])('round: %s', (_, before, after) => {
  expect(asCircle(before)).toMatchObject(after)
})

test('tables that stand on each other are named, disabled ones are in nobody’s way', () => {
  const table = (id: number, x: number, status = 'ACTIVE') => ({ ...spot, id, x, status }) as PlanTable
  expect([...overlapping([table(1, 0), table(2, 90), table(3, 400)])]).toEqual([1, 2])
  expect(overlapping([table(1, 0), table(2, 90, 'INACTIVE')]).size).toBe(0)
  expect(overlapping([table(1, 0), table(2, 100)]).size).toBe(0)
})

test('a new table gets the first free number', () => {
  expect(nextName([{ name: '1' }, { name: '2' }, { name: 'Barra' }, { name: '4' }])).toBe('3')
  expect(nextName([])).toBe('1')
})
