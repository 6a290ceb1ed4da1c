import { expect, it } from 'vitest'
import type { PaymentInfo } from '../../api/model'
import { centimos } from '../../ui/format'
import type { Split } from './due'
import { grossOf, type SumRow, sumRowsOf } from './sums'

const info = {
  total: '83.00',
  paid: '30.00',
  account_total: '113.00',
  igv_included: '12.66',
  bag_tax: '0.00',
  service_included: '0.00',
  adjustments: {
    discounts: [{ description: 'Descuento 10 %', amount: '10.00' }],
    charges: [
      { description: 'Envío', amount: '8.00' },
      { description: 'Propina', amount: '15.00' },
    ],
  },
  payments: [],
  shares: [],
  lines: [
    {
      id: 1,
      total: '80.00',
      qty_original: '2',
      due_qty: '2',
      due_amount: '77.00',
      due_amounts: ['38.50', '77.00'],
    },
    { id: 2, total: '20.00', qty_original: '1', due_qty: '1', due_amount: '19.00', due_amounts: ['19.00'] },
  ],
} as unknown as PaymentInfo

/** Checks the rows as a person would who adds them up: each sum is the total of the rows since the last one, from there on. */
function adds(start: number, rows: SumRow[]) {
  let running = start
  for (const row of rows) {
    if (row.kind === 'note' || ('said' in row.is && row.is.said === 'subtotal')) continue
    if (row.kind === 'sum') expect(row.value).toBe(running)
    else running += row.value
  }
}

it('what is read of an account adds up to what is due', () => {
  expect(grossOf(info)).toBe(10000)
  const rows = sumRowsOf(info, { mode: 'all' })
  adds(grossOf(info), rows)
  expect(rows.filter((row) => row.kind === 'sum').map((row) => row.value)).toEqual([11300, 8300])
})

it('without anything taken off or added there is but the total', () => {
  const plain = {
    ...info,
    paid: '0.00',
    total: '100.00',
    account_total: '100.00',
    adjustments: { discounts: [], charges: [] },
  }
  expect(sumRowsOf(plain, { mode: 'all' }).map((row) => row.value)).toEqual([10000, 1266])
})

it('what was chosen adds up to what this person pays', () => {
  const split: Split = { mode: 'lines', units: { 1: 1 } }
  const [chosen, adjusted, person, stays] = sumRowsOf(info, split).map((row) => row.value)
  expect([chosen, adjusted, person, stays]).toEqual([4000, -150, 3850, centimos(info.total) - 3850])
})

it('the tax is that of the account: it stands before what this person pays', () => {
  const words = sumRowsOf(info, { mode: 'equal', of: 3 }).map(({ is }) => ('said' in is ? is.said : is.name))
  expect(words.slice(-4)).toEqual(['due', 'igv', 'thisPerson', 'staysAfter'])
})

it('prices of bags say how much of them is their tax: it is added to nothing', () => {
  const rows = sumRowsOf({ ...info, bag_tax: '1.00' }, { mode: 'all' })
  adds(grossOf(info), rows)
  expect(rows.at(-1)).toEqual({ is: { said: 'bagTax' }, value: 100, kind: 'note' })
})

it('prices that hold the recargo say how much of it: it is added to nothing', () => {
  const rows = sumRowsOf({ ...info, service_included: '9.04' }, { mode: 'all' })
  adds(grossOf(info), rows)
  expect(rows.at(-1)).toEqual({ is: { said: 'serviceIncluded' }, value: 904, kind: 'note' })
})

it('with nothing chosen it says what is due', () =>
  expect(sumRowsOf(info, { mode: 'lines', units: {} })).toEqual([
    { is: { said: 'due' }, value: 8300, kind: 'sum' },
  ]))
