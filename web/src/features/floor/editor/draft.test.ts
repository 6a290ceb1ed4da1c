import { expect, test } from 'vitest'
import type { PlanTable } from '../../../api/model'
import { changed, inside, isTouched, nextName, overlapping, redo, snap, undo, untouched } from './draft'

const spot = { x: 10, y: 10, width: 100, height: 100, shape: 'SQUARE', seats: 4 }
const room = { width: 900, height: 600 }

test('steps are taken back and again, and a new one forgets what was taken back', () => {
  const one = changed(untouched, { moved: { 1: spot }, landmarks: null })
  const two = changed(one, { moved: { 1: { ...spot, x: 50 } }, landmarks: null })
  const back = undo(two)
  expect(back.now).toEqual(one.now)
  expect(redo(back).now).toEqual(two.now)
  expect(undo(undo(two)).now).toEqual(untouched.now)
  expect(undo(untouched)).toEqual(untouched)
  expect(redo(two)).toEqual(two)
  expect(changed(back, untouched.now).future).toEqual([])
  expect([isTouched(untouched.now), isTouched(one.now)]).toEqual([false, true])
})

test('nothing leaves the room', () => {
  expect(inside({ ...spot, x: -20, y: 700 }, room)).toMatchObject({ x: 0, y: 500 })
  expect(inside({ ...spot, x: 850 }, room).x).toBe(800)
})

test('what is near an edge or middle of another is drawn to it', () => {
  const other = { x: 300, y: 10, width: 100, height: 100 }
  const { place, guides } = snap({ ...spot, x: 305, y: 200 }, [other])
  expect(place.x).toBe(300)
  expect(guides.x).not.toBeNull()
  expect(guides.y).toBeNull()
  expect(snap({ ...spot, x: 120, y: 300 }, [other]).place).toMatchObject({ x: 120, y: 300 })
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
