import { expect, test } from 'vitest'
import type { StockCount } from '../../api/model'
import {
  firstNames,
  leftOf,
  lineOfCode,
  nextLine,
  pluralOf,
  searchCountLines,
  shownLines,
  typedQuantity,
} from './countLines'

const line = (id: number, more = {}) => ({
  id,
  name: `Ítem ${id}`,
  category: 'Pescados',
  codes: [`77${id}`],
  measurement_id: 1,
  entered: null,
  recount: null,
  ...more,
})
const count = (lines: object[], status = 'OPEN') => ({ id: 5, status, lines }) as unknown as StockCount
const counted = { entered: { quantity: '2', measurement_id: 1 } }

test('the next line is the first that nobody counted, around the end', () => {
  const lines = shownLines(count([line(1), line(2, counted), line(3)]), [])
  expect(nextLine(lines, null)?.id).toBe(1)
  expect(nextLine(lines, 1)?.id).toBe(3)
  expect(nextLine(lines, 3)?.id).toBe(1)
  expect(leftOf(lines)).toBe(2)
  expect(nextLine(shownLines(count([line(1, counted)]), []), null)).toBeNull()
})

test('what is on its way counts as counted', () => {
  const pending = [
    { id: 'a', countId: 5, lineId: 1, name: 'x', quantity: '3', measurementId: 2, version: 1, userId: 1 },
    { id: 'b', countId: 6, lineId: 2, name: 'x', quantity: '3', measurementId: 2, version: 1, userId: 1 },
  ]
  const lines = shownLines(count([line(1), line(2)]), pending)
  expect(lines.map(({ typed, unit, sending }) => [typed, unit, sending])).toEqual([
    ['3', 2, true],
    ['', 1, false],
  ])
})

test('in review only what is to be counted once more is counted', () => {
  const again = { recount: { asked_at: '2026-11-21T12:00:00Z' } }
  expect(shownLines(count([line(1, counted), line(2, again)], 'REVIEW'), []).map((each) => each.id)).toEqual([
    2,
  ])
})

test('a line is found by its code, and by parts of its name without accents', () => {
  const lines = shownLines(count([line(1, { name: 'Ají amarillo' }), line(2)]), [])
  expect(lineOfCode(lines, ' 772 ')?.id).toBe(2)
  expect(lineOfCode(lines, '9')).toBeNull()
  expect(searchCountLines(lines, 'aji').map((each) => each.id)).toEqual([1])
  expect(searchCountLines(lines, '')).toHaveLength(2)
})

test('keys make a quantity of at most three decimals', () => {
  const type = (keys: string) => [...keys].reduce(typedQuantity, '')
  expect(type('05.8')).toBe('5.8')
  expect(type('.5')).toBe('0.5')
  expect(type('1,2345.6')).toBe('1.234')
  expect(type('123456789')).toBe('1234567')
  expect(typedQuantity('5.8', 'Backspace')).toBe('5.')
})

test('units and people are said as several', () => {
  expect(pluralOf('Kilogramo')).toBe('Kilogramos')
  expect(pluralOf('Saco de 50 kg')).toBe('Sacos de 50 kg')
  expect(pluralOf('Unidad')).toBe('Unidades')
  expect(firstNames(['Rosa Quispe', 'Julio Ramos'])).toBe('Rosa y Julio')
})
