import { describe, expect, it, test } from 'vitest'
import type { PaidPrice } from '../../api/model'
import { chartOf, cheapest, mostLines, priceHeadline, spreadLabelsApart, ticksOf, wrapName } from './history'

let purchases = 0
const paid = (date: string, base_price: string, provider_id = 1): PaidPrice => ({
  date,
  base_price,
  buy_price: base_price,
  full_number: `F001-${++purchases}`,
  measurement: 'kg',
  provider_id,
  provider_name: `Proveedor ${provider_id}`,
  purchase_id: purchases,
  quantity: '1',
})

describe('the sentence', () => {
  it('says how the price changed over the year before the last purchase', () => {
    const rows = [paid('2026-11-20', '42.56'), paid('2026-08-03', '38'), paid('2025-03-01', '20')]
    expect(priceHeadline(rows)).toMatchObject({ kind: 'rose', percent: 12, since: { date: '2026-08-03' } })
  })
  it.each([
    ['38', '40', 'fell', 5],
    ['40.1', '40', 'same', 0],
    ['40', '40', 'same', 0],
  ])('%s after %s %s %d', (now, before, kind, percent) =>
    expect(priceHeadline([paid('2026-11-20', now), paid('2026-08-03', before)])).toMatchObject({
      kind,
      percent,
    }),
  )
  it('says nothing of a change where there is only one purchase, or none', () => {
    expect(priceHeadline([paid('2026-11-20', '38')])).toEqual({ kind: 'once' })
    expect(priceHeadline([])).toEqual({ kind: 'none' })
  })
})

describe('the chart', () => {
  it('has a line for each provider and a point for each day, with its last price', () => {
    const chart = chartOf([
      paid('2026-11-20', '42'),
      paid('2026-11-20', '41'),
      paid('2026-11-20', '40', 2),
      paid('2026-10-01', '39', 2),
    ])
    expect(chart.lines.map((line) => [line.name, line.last.base_price])).toEqual([
      ['Proveedor 1', '42'],
      ['Proveedor 2', '40'],
    ])
    expect(chart.points.map(({ at: _, ...prices }) => prices)).toEqual([{ p2: 39 }, { p1: 42, p2: 40 }])
    expect(cheapest(chart)?.name).toBe('Proveedor 2')
  })
  it('draws only so many lines', () => {
    const chart = chartOf([1, 2, 3, 4, 5, 6].map((provider) => paid('2026-11-20', '42', provider)))
    expect(chart.lines).toHaveLength(mostLines)
    expect(chart.others).toBe(2)
    expect(cheapest(chart)).toBeNull()
  })
})

test.each([
  ['Mercado', ['Mercado']],
  ['Distribuidora San Martín', ['Distribuidora', 'San Martín']],
  ['Distribuidora San Martín de Porres S.A.C.', ['Distribuidora', 'San Martín de…']],
])('%s is written at the end of its line', (name, lines) => expect(wrapName(name, 14)).toEqual(lines))

test('what stands too close is moved apart, and stays inside', () => {
  expect(spreadLabelsApart([10, 12, 80], 20, 100)).toEqual([10, 30, 80])
  expect(spreadLabelsApart([95, 96], 20, 100)).toEqual([80, 100])
})

test.each([
  [
    ['35', '42.56'],
    [35, 40, 45],
  ],
  [
    ['40', '40'],
    [40, 45],
  ],
  [
    ['0.034', '0.041'],
    [0.03, 0.035, 0.04, 0.045],
  ],
])('%j has an axis of round prices', (prices, ticks) =>
  expect(ticksOf(chartOf(prices.map((price) => paid('2026-11-20', price, purchases))))).toEqual(ticks),
)
