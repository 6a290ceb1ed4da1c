import { describe, expect, it } from 'vitest'
import type { PaperDraft, SupplierLine, Unit } from '../../../api/model'
import { purchaseSums } from '../draft'
import {
  blockedBy,
  countAnswers,
  draftOf,
  enteringPrice,
  enteringQuantity,
  firstAnswer,
  type LineAnswer,
  lineOrder,
} from './answers'

const unit = (id: number, symbol: string, equivalence: string, magnitude_id: number | null = null) =>
  ({ id, symbol, name: symbol, equivalence, magnitude_id, status: 'ACTIVE' }) as Unit
const units = [unit(1, 'kg', '1'), unit(2, 'g', '0.001', 1), unit(3, 'und', '1')]

const line = (number: number, more: Partial<SupplierLine> = {}) =>
  ({
    number,
    code: `C${number}`,
    text: `TEXTO ${number}`,
    unit_code: 'NIU',
    quantity: '6',
    unit_price: '98.00',
    total: '588.00',
    affectation: '10',
    match: null,
    is_charge: false,
    is_exempt: false,
    ...more,
  }) as SupplierLine

const paper = (lines: SupplierLine[], more: Partial<PaperDraft> = {}) =>
  ({
    document: 'FACTURA',
    serie: 'F002',
    number: '9914',
    date: '2025-10-21',
    time: '06:48',
    payment: 'CREDITO',
    quotes: [{ date: '2025-11-21', amount: '613.00' }],
    totals: { discount: '10.00', freight: '0.00', total: '613.00' },
    lines,
    ...more,
  }) as PaperDraft

const shrimp = {
  item_type: 'SUPPLY' as const,
  item_id: 7,
  name: 'Langostino',
  own_id: 1,
  measurement_id: 1,
  factor: '2',
}
const found = (confirmed: boolean) =>
  line(1, {
    match: { ...shrimp, measurement: 'kg', quantity: '12', how: 'LIKENESS', is_confirmed: confirmed },
  } as Partial<SupplierLine>)

describe('answers to a paper', () => {
  it('tells what enters, and at what price', () => {
    expect(enteringQuantity(line(1), { factor: '2' })).toBe('12')
    expect(enteringPrice(line(1), { factor: '2' })).toBe(4900)
    for (const factor of ['', '0']) expect(enteringQuantity(line(1), { factor })).toBeNull()
  })

  it('puts what needs somebody on top', () => {
    const answers = [line(9, { is_charge: true }), line(2), found(true), found(false)].map((each) =>
      firstAnswer(each, units),
    )
    expect(answers.map(({ is }) => is)).toEqual(['freight', 'open', 'item', 'asked'])
    expect(lineOrder(answers)).toEqual([3, 1, 0, 2])
    expect(countAnswers(answers)).toEqual({ ready: 2, asked: 1, open: 1 })
  })

  it('goes on when every line is answered and something enters stock', () => {
    const freight: LineAnswer = { is: 'freight' }
    const item: LineAnswer = { is: 'item', item: shrimp, how: 'CODE' }
    expect(blockedBy(paper([]), [item, { is: 'asked', item: shrimp }])).toBe('missing')
    expect(blockedBy(paper([]), [item, { is: 'open' }])).toBe('missing')
    expect(blockedBy(paper([]), [freight])).toBe('onlyFreight')
    expect(blockedBy(paper([]), [item, freight])).toBeNull()
    expect(blockedBy(paper([]), [])).toBeNull()
    const existing = { id: 3, full_number: 'F002-9914' } as PaperDraft['existing']
    expect(blockedBy(paper([], { existing }), [item])).toBe('twin')
  })
})

describe('the draft that answers make', () => {
  it('makes a draft that comes to the paper to the céntimo', () => {
    const item: LineAnswer = { is: 'item', item: shrimp, how: 'CODE' }
    const draft = draftOf(
      paper([line(1), line(2, { total: '35.00' })]),
      [item, { is: 'freight' }],
      null,
      units,
      'f.xml',
    )
    expect(purchaseSums(draft, 0).total).toBe(61300)
    expect(draft).toMatchObject({
      freight: '35.00',
      discount: '10.00',
      paper: '613.00',
      file: 'f.xml',
      time: '06:48',
    })
    expect(draft.terms).toEqual({ days: ['2025-11-21'], amounts: ['613.00'] })
    expect(draft.matches).toEqual([
      {
        code: 'C1',
        text: 'TEXTO 1',
        unit_code: 'NIU',
        item_type: 'SUPPLY',
        item_id: 7,
        measurement_id: 1,
        factor: '2',
      },
    ])
  })

  it('takes over the advance, the IGV and what goes elsewhere', () => {
    const item: LineAnswer = { is: 'item', item: shrimp, how: 'CODE' }
    const read = paper([line(1)], {
      quotes: [{ date: '2025-11-21', amount: '300.00' }],
      set_aside: [{ kind: 'DETRACTION', amount: '52.00' }],
      totals: { discount: '236.00', advance: '236.00', freight: '0.00', total: '352.00' },
      deducted: { base: '298.31', igv: '53.69', percent: '18' },
    } as Partial<PaperDraft>)
    const draft = draftOf(read, [item], null, units, null)
    expect(purchaseSums(draft, 0).total).toBe(35_200)
    expect(draft).toMatchObject({
      advance: '236.00',
      discount: '',
      igv: '53.69',
      igvOf: { base: '298.31', percent: '18' },
      terms: { days: ['2025-11-21'], amounts: ['300.00'] },
      aside: [{ kind: 'DETRACTION', amount: '52.00' }],
    })
  })
})

describe('lines of one item', () => {
  it('joins lines of one item, each remembered by its own words', () => {
    const grams: LineAnswer = {
      is: 'item',
      item: { ...shrimp, measurement_id: 2, factor: '500' },
      how: 'CHOSEN',
    }
    const both = draftOf(
      paper([line(1), line(2, { total: '12.00', is_exempt: true })]),
      [{ is: 'item', item: shrimp, how: 'CODE' }, grams],
      null,
      units,
      null,
    )
    expect(both.lines).toHaveLength(1)
    expect(both.lines[0]).toMatchObject({
      measurement_id: 1,
      quantity: '15',
      total: '600.00',
      is_exempt: false,
    })
    expect(both.matches).toHaveLength(2)
  })
})

it('takes the IGV of a factura whose QR says its total alone', () => {
  const qr = (more: Partial<PaperDraft> = {}) =>
    paper([], {
      quotes: [],
      totals: { discount: '0.00', freight: '0.00', igv: '18.00', total: '118.00' } as PaperDraft['totals'],
      ...more,
    })
  expect(draftOf(qr(), [], null, units, null)).toMatchObject({ igv: '18.00', paper: '118.00' })
  expect(draftOf(qr({ document: 'BOLETA' }), [], null, units, null).igv).toBe('')
})
