import { expect, test } from 'vitest'
import { readSpan, spanOf } from './periods'

test.each([
  ['today', '2026-11-21', '2026-11-21'],
  ['yesterday', '2026-11-20', '2026-11-20'],
  ['week', '2026-11-16', '2026-11-21'],
  ['month', '2026-11-01', '2026-11-21'],
] as const)('%s', (preset, from, to) => expect(spanOf(preset, '2026-11-21')).toEqual({ from, to }))

test('a week that begins today, and one that ends today', () => {
  expect(spanOf('week', '2026-11-16')).toEqual({ from: '2026-11-16', to: '2026-11-16' })
  expect(spanOf('week', '2026-11-22').from).toBe('2026-11-16')
})

test('the address may name two days of its own', () => {
  const read = (search: string) => readSpan(new URLSearchParams(search), '2026-11-21')
  expect(read('period=range&from=2026-10-01&to=2026-10-31')).toEqual({
    preset: 'range',
    from: '2026-10-01',
    to: '2026-10-31',
  })
  expect(read('period=range&from=ayer')).toEqual({ preset: 'range', from: null, to: null })
  expect(read('')).toMatchObject({ preset: 'month', from: '2026-11-01' })
})
