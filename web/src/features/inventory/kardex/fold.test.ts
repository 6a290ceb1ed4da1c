import { describe, expect, it, test } from 'vitest'
import type { KardexRow } from '../../../data/inventory/types'
import { foldKardex, linkOf } from './fold'

let next = 0
const row = (what: Partial<KardexRow>): KardexRow => ({
  id: ++next,
  date: '2026-11-16T15:05:00Z',
  business_day: '2026-11-16',
  document: null,
  source: 'command:1',
  reason: 'SALE',
  entry: null,
  exit: null,
  unit_cost: null,
  value: null,
  balance: '0',
  balance_cost: '31.20',
  balance_value: null,
  adjustment: '0.000000',
  reversed: false,
  user_name: 'Rosa Quispe',
  replay: null,
  ...what,
})
const sold = (document: string | null, exit: string, what: Partial<KardexRow> = {}) =>
  row({ document, exit, ...what })

describe('the lines of a kardex', () => {
  it('puts the sales of a day into one, with how many of which paper', () => {
    const entries = foldKardex(
      [
        row({ reason: 'PURCHASE', entry: '20', balance: '28.2', balance_cost: '31.25' }),
        sold('B001-00000001', '0.1'),
        sold('B001-00000001', '0.2'),
        sold('F001-00000007', '0.3'),
        sold(null, '0.4', { balance: '27.2' }),
      ],
      '31.20',
    )
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({ kind: 'row', first: true, costChanged: true })
    expect(entries[1]).toMatchObject({
      kind: 'sales',
      first: false,
      sums: { entry: 0, exit: 1 },
      said: { sales: 3, boletas: 1, facturas: 1, notas: 0, open: 1 },
      last: { balance: '27.2' },
    })
  })

  it('keeps what was sold before and after a purchase apart, and the days too', () => {
    const entries = foldKardex(
      [
        sold('B001-00000001', '1'),
        sold('B001-00000002', '1'),
        row({ reason: 'PURCHASE', entry: '5' }),
        sold('B001-00000003', '1'),
        sold('B001-00000004', '1'),
        sold('B001-00000005', '1', { business_day: '2026-11-17' }),
      ],
      null,
    )
    expect(entries.map((entry) => [entry.kind, entry.first])).toEqual([
      ['sales', true],
      ['row', false],
      ['sales', false],
      ['row', true],
    ])
  })
})

describe('the sales that a line counts', () => {
  it('counts what was dismissed with the sales it belongs to, and no split', () => {
    const [entry] = foldKardex(
      [
        sold('B001-00000001', '2'),
        row({ reason: 'SPLIT', entry: '1' }),
        row({ reason: 'SPLIT', exit: '1' }),
        row({ reason: 'DISMISSED', entry: '1' }),
      ],
      null,
    )
    expect(entry).toMatchObject({ sums: { entry: 1, exit: 2 }, said: { sales: 1, boletas: 1 } })
  })

  it('counts no sale for the document that gave a dish back', () => {
    const [entry] = foldKardex(
      [
        sold('B001-00000001', '2'),
        row({ reason: 'REFUNDED', source: 'refund:4', document: 'BC01-00000001', entry: '1' }),
      ],
      null,
    )
    expect(entry).toMatchObject({ sums: { entry: 1, exit: 2 }, said: { sales: 1, boletas: 1 } })
  })
})

describe('a line that stands alone', () => {
  it('leaves waste a line of its own', () => {
    const entries = foldKardex([sold('B001-00000001', '2'), row({ reason: 'WASTE', exit: '1' })], null)
    expect(entries.map((entry) => entry.kind === 'row' && entry.row.reason)).toEqual(['SALE', 'WASTE'])
  })

  it('leaves a line alone that changed the cost of others', () => {
    const replay = {
      sales: 44,
      first_day: '2026-11-16',
      last_day: '2026-11-19',
      cost_before: '31.25',
      cost_after: '31.58',
      unknown_before: 0,
      done: true,
    }
    const entries = foldKardex([sold(null, '1'), row({ reason: 'PURCHASE', entry: '2', replay })], null)
    expect(entries.map(({ kind }) => kind)).toEqual(['row', 'row'])
  })

  it('says that the cost changed only where something came in', () => {
    const entries = foldKardex([row({ reason: 'COUNT', exit: '1', balance_cost: '30' })], '31.20')
    expect(entries[0]).toMatchObject({ costChanged: false })
  })
})

it('tells a document from what took it back', () => {
  const bought = { reason: 'PURCHASE', source: 'purchase:3', reversed: true } as const
  const entries = foldKardex([row({ ...bought, entry: '2' }), row({ ...bought, exit: '2' })], null)
  expect(entries.map((entry) => entry.kind === 'row' && entry.takesBack)).toEqual([false, true])
})

it.each([
  ['purchase:3', 'PURCHASE', 'F014-28431', '/purchase/detail/3'],
  ['inventory:7', 'WASTE_EXPIRED', 'MI-00000007', '/inventory?open=7'],
  ['count:4', 'COUNT', 'CO-00000004', '/inventory/counts/4/review'],
  ['command:12', 'SALE', 'B001-00000347, B001-00000348', '/documents?period=all&q=B001-00000347'],
  ['command:12', 'SALE', null, null],
  ['refund:4', 'WASTE', 'BC01-00000003', '/documents?kind=07&period=all&q=BC01-00000003'],
  ['refund:5', 'REFUNDED', 'NV01-00000003', '/documents?period=all&q=NV01-00000003'],
  ['demo', 'ENTRY', null, null],
] as const)('%s (%s) is read at its document', (source, reason, document, link) =>
  expect(linkOf(row({ source, reason, document }), 'SUPPLY')).toBe(link),
)

test('a movement of products is read among those of products', () =>
  expect(linkOf(row({ source: 'inventory:7', reason: 'GIFT' }), 'PRODUCT')).toBe(
    '/inventory?tab=products&open=7',
  ))
