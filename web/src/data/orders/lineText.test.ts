import { describe, expect, it } from 'vitest'
import type { SaleUnit } from '../../api/model'
import { pieceAmount } from '../../ui/decimals'
import { extrasOf, measuredName, measureOf } from './lineText'
import { egg, fish, grilled, line } from './sample'

describe('the amount of a piece', () => {
  it.each([
    ['0.85', 12000, 10200],
    ['0.850', 12000, 10200],
    // 41.625 soles, then 41.6249.
    ['0.333', 12500, 4163],
    ['0.332999', 12500, 4162],
    // As floats these were 100.4999… and 1.0049…
    ['1.005', 10000, 10050],
    ['1.005', 100, 101],
    // A price of a gram keeps its third decimal.
    ['330', 12.5, 4125],
    ['999', 999_999.9, 998_999_900],
    ['0', 12000, 0],
  ])('%s at %d céntimos is %d', (measure, price, expected) =>
    expect(pieceAmount(price, measure)).toBe(expected),
  )
})

describe('what a piece weighs', () => {
  it.each<[SaleUnit, string, string, string]>([
    ['KG', '0.85', '120', '0.850 kg a 120.00'],
    ['KG', '12', '38.5', '12.000 kg a 38.50'],
    ['HG', '2.5', '6', '250 g a 6.00 los 100 g'],
    ['HG', '0.335', '6', '33.5 g a 6.00 los 100 g'],
    ['G', '330', '0.125', '330 g a 0.125'],
    ['L', '1.005', '14', '1.005 l a 14.00'],
    ['ML', '1500', '0.03', '1,500 ml a 0.03'],
  ])('by %s is told as on paper', (sale_unit, measure, measure_price, text) =>
    expect(measureOf(fish({ sale_unit, measure, measure_price }))).toBe(text),
  )

  it('stands first below the dish, and behind its name where there is no such row', () => {
    const variant = { variant_id: 3, name: 'Al vapor', total_sum: '0.00' }
    expect(extrasOf(fish({ variant }))).toBe('0.850 kg a 120.00 · Al vapor')
    expect(measuredName(fish())).toBe('Lenguado 0.850 kg')
  })

  it('is not told of what is counted, nor before it is weighed', () => {
    expect([extrasOf(line()), measuredName(line())]).toEqual(['', 'Ají de gallina'])
    expect(measureOf(fish({ measure: '0' }))).toBe('Por pesar')
  })
})

describe('what was chosen in groups of options', () => {
  it('is told group by group, with what it opened and what it costs more, before what was added', () =>
    expect(extrasOf(line({ toppings: [...grilled, egg] }))).toBe(
      'Carnes: Bife ancho (Inglés), 2 Picaña +\u00a08.00 · Guarniciones: Papas fritas · + Huevo frito',
    ))
})
