import { expect, it } from 'vitest'
import { type Bar, chartHeadline, fewBelow, percentChange, percentText, scaleOf } from './bars'

const bar = (key: string, now: number, before: number | null, more: Partial<Bar> = {}): Bar => ({
  key,
  name: key,
  fullName: key,
  now: now * 100,
  before: before === null ? null : before * 100,
  change: before ? String(((now - before) / before) * 100) : null,
  ...more,
})

const week = [
  bar('lun', 4219, 4480),
  bar('mar', 4655, 4400),
  bar('mié', 5127, 4870),
  bar('jue', 6384, 5975),
  bar('vie', 9312, 8780),
  bar('sáb', 12847, 9310),
  bar('dom', 9604, 9860),
]

it('says what changed most', () => {
  expect(chartHeadline(week)).toMatchObject({ kind: 'more', percent: 38, bar: { key: 'sáb' } })
})

it('says a fall as well', () => {
  const answer = chartHeadline([bar('a', 100, 100), bar('b', 60, 100), bar('c', 105, 100)])
  expect(answer).toMatchObject({ kind: 'less', percent: 40, bar: { key: 'b' } })
})

it('leaves out what has not ended, and what hardly sold before', () => {
  const bars = [bar('a', 100, 102), bar('b', 100, 98), bar('c', 5, 100, { partial: true }), bar('d', 95, 3)]
  expect(chartHeadline(bars)).toBeNull()
})

it('else says what stands above the others', () => {
  expect(chartHeadline([bar('a', 100, null), bar('b', 100, null), bar('c', 180, null)])).toMatchObject({
    kind: 'best',
    bar: { key: 'c' },
  })
})

it.each([
  ['nothing stands out', [bar('a', 100, 99), bar('b', 100, 101), bar('c', 101, 100)]],
  ['nothing was sold', [bar('a', 0, 0), bar('b', 0, 0), bar('c', 0, 0)]],
  ['there is one bar only', [bar('a', 900, null)]],
  ['there is none', []],
])('says nothing when %s', (_, bars) => expect(chartHeadline(bars)).toBeNull())

it('names the few that are below', () => {
  expect(fewBelow(week).map((each) => each.key)).toEqual(['lun', 'dom'])
  expect(fewBelow(week.slice(0, 3))).toEqual([])
  expect(fewBelow(week.map((each) => ({ ...each, now: 0 })))).toEqual([])
})

it.each([
  [1_000, 900, 11.1],
  [900, 1_000, -10],
  [500, 0, null],
])('%d after %d is %s %%', (now, before, expected) => expect(percentChange(now, before)).toBe(expected))

it('writes percents without a sign and with the decimals that matter', () => {
  expect(percentText('38.02')).toBe('38 %')
  expect(percentText('-0.83')).toBe('0.8 %')
})

it('calls none the best while one that has not ended is higher', () => {
  const months = [bar('ago', 100_00, null), bar('set', 110_00, null), bar('oct', 300_00, null)]
  expect(chartHeadline(months)).toMatchObject({ kind: 'best', bar: { key: 'oct' } })
  expect(chartHeadline([...months, { ...bar('nov', 400_00, null), partial: true }])).toBeNull()
})

it('writes thousands where there is no room for more', () => {
  expect(scaleOf(week, false).text(1284690)).toBe('12,847')
  expect(scaleOf(week, true).text(1284690)).toBe('12.8 mil')
  expect(scaleOf(week, true).text(0)).toBe('0')
  // None of these values reaches a thousand.
  expect(scaleOf(week, true).text(3400)).toBe('34')
  expect(scaleOf([bar('jul', 213400, 188000)], false)).toMatchObject({ thousands: true })
  expect(scaleOf([bar('jul', 213400, 188000)], false).text(21340000)).toBe('213 mil')
})
