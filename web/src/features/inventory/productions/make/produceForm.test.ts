import { describe, expect, it, test } from 'vitest'
import type { ProductionQuote } from '../../../../api/model'
import { batchOf, emptyProductionForm, extraLine, mergeQuote, outcomeOf, productionBody } from './produceForm'

const today = '2026-11-21'
const quoteOf = (quantity: string, onion: string): ProductionQuote => ({
  supply_id: 7,
  name: 'Salsa criolla',
  quantity,
  measurement_id: 2,
  measurement: 'L',
  cost: '80.00',
  unit_cost: '8.00',
  items: [
    {
      supply_id: 1,
      name: 'Cebolla',
      quantity: onion,
      measurement_id: 1,
      measurement: 'kg',
      in_stock: '3.000000',
      has_stock: true,
      is_short: true,
      cost: '60.00',
    },
    {
      supply_id: 2,
      name: 'Agua',
      quantity: '1',
      measurement_id: 2,
      measurement: 'L',
      in_stock: '0',
      has_stock: false,
      is_short: false,
      cost: '20.00',
    },
  ],
})
const values = {
  ...emptyProductionForm(today),
  supply_id: 7,
  quantity: '10',
  measurement_id: 2,
  items: mergeQuote([], quoteOf('10', '5.000000'), []),
}

describe('the ingredients', () => {
  it('are those of the recipe, and follow it until somebody types', () => {
    expect(values.items.map((line) => [line.name, line.quantity, line.in_stock])).toEqual([
      ['Cebolla', '5', '3.000000'],
      ['Agua', '1', null],
    ])
    const typed = values.items.map((line, at) => (at === 1 ? { ...line, quantity: '1.2' } : line))
    expect(mergeQuote(typed, quoteOf('20', '10'), []).map((line) => line.quantity)).toEqual(['10', '1.2'])
  })
  it('leave out what was not taken, and keep what was taken besides', () => {
    const salt = extraLine({
      type: 'SUPPLY',
      id: 9,
      name: 'Sal',
      category: null,
      measurement_id: 1,
      measurement: 'kg',
      stock: '4',
    })
    const lines = mergeQuote([...values.items, salt], quoteOf('10', '5'), [2])
    expect(lines.map((line) => line.name)).toEqual(['Cebolla', 'Sal'])
  })
})

describe('what is sent', () => {
  it('leaves to the server what was as the recipe says', () => {
    expect(productionBody(values, today)).toEqual({
      supply_id: 7,
      quantity: '10',
      measurement_id: 2,
      produced: undefined,
      items: undefined,
      date: undefined,
      responsible: undefined,
      note: undefined,
    })
  })
  it('says what was really taken and what came out', () => {
    const items = values.items.map((line) => (line.supply_id === 1 ? { ...line, quantity: '5.5' } : line))
    const body = productionBody({ ...values, items, produced: '9.2', date: '2026-11-20' }, today)
    expect(body).toMatchObject({ produced: '9.2', date: '2026-11-20' })
    expect(body.items).toEqual([
      { supply_id: 1, quantity: '5.5', measurement_id: 1 },
      { supply_id: 2, quantity: '1', measurement_id: 2 },
    ])
  })
})

describe('the outcome', () => {
  const quote = quoteOf('10', '5')
  it('says what a lower yield makes of the cost of one unit', () =>
    expect(outcomeOf({ ...values, produced: '9.2' }, quote)).toEqual({
      planned: '10',
      produced: '9.2',
      percent: 92,
      unitCost: '8.695652',
      plannedUnitCost: '8',
    }))
  it('says no cost where one is unknown, or not theirs to see', () => {
    const items = values.items.map((line) => ({ ...line, cost: null }))
    expect(outcomeOf({ ...values, items }, { ...quote, cost: null })).toMatchObject({
      percent: 100,
      unitCost: null,
      plannedUnitCost: null,
    })
    expect(outcomeOf({ ...values, quantity: '' }, quote)).toBeNull()
  })
})

test('batches of a recipe', () => {
  expect(batchOf('5', 500_000n)).toBe('2.5')
  expect(batchOf(null, 1_000_000n)).toBe('')
})
