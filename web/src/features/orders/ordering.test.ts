import { expect, test } from 'vitest'
import type { AccountAdjustment, Totals } from '../../api/model'
import { line } from '../../data/orders/sample'
import { initialOrdering, type Ordering, type OrderingStep, reduceOrdering } from './ordering'
import type { Panel } from './panels'
import { built } from './tapped.sample'

const dismiss: Panel = { kind: 'dismiss', line: line() }
const discount: Panel = { kind: 'discount' }
const changing = { of: { id: 4 } as AccountAdjustment, what: 'off' as const }
const totals = { due: '50.00' } as Totals
const working: Ordering = {
  category: 3,
  panel: dismiss,
  built: built(),
  selected: 7,
  sheet: true,
  dialog: 'history',
  changing: null,
  taking: { 7: 1 },
  previewed: totals,
}

test.each<[string, OrderingStep, Partial<Ordering>]>([
  ['another category', { type: 'category', id: 4 }, { category: 4 }],
  ['a panel leaves the sheet open behind it', { type: 'open', panel: discount }, { panel: discount }],
  [
    'with its panel goes all that it put together',
    { type: 'closePanel' },
    { panel: null, built: null, taking: {}, previewed: null },
  ],
  ['choices', { type: 'build', built: built({ qty: 2 }) }, { built: built({ qty: 2 }) }],
  ['a line is opened', { type: 'select', line: 8 }, { selected: 8 }],
  ['and closed', { type: 'select', line: null }, { selected: null }],
  ['the account goes down', { type: 'sheet', open: false }, { sheet: false }],
  ['a dialog', { type: 'dialog', dialog: 'handOver' }, { dialog: 'handOver' }],
  ['what waits for a PIN', { type: 'changing', changing }, { changing }],
  ['what would be taken back', { type: 'taking', taking: { 9: 2 } }, { taking: { 9: 2 } }],
  ['what it would come to', { type: 'preview', totals: null }, { previewed: null }],
  ['what was sent is done with', { type: 'sent' }, { selected: null, sheet: false }],
])('%s', (_, step, changes) => {
  expect(reduceOrdering(working, step)).toEqual({ ...working, ...changes })
})

test('nothing is open at first', () => {
  const closed = [
    { type: 'closePanel' },
    { type: 'sent' },
    { type: 'dialog', dialog: null },
  ] as OrderingStep[]
  expect(closed.reduce(reduceOrdering, { ...working, category: null })).toEqual(initialOrdering)
})
