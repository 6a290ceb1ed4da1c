import { beforeEach, expect, it, test } from 'vitest'
import {
  type DraftLine,
  emptyPurchaseDraft,
  igvOf,
  keepDraft,
  keptDraft,
  missingOf,
  type PurchaseDraft,
  percentOf,
  purchaseSums,
} from './draft'
import { purchaseBody } from './purchaseBody'

const today = '2026-11-21'

const rice: DraftLine = {
  item_type: 'SUPPLY',
  item_id: 7,
  name: 'Arroz extra',
  own_id: 1,
  measurement_id: 2,
  quantity: '4',
  by: 'price',
  price: '189',
  total: '',
}
const oil: DraftLine = {
  ...rice,
  item_id: 8,
  name: 'Aceite',
  measurement_id: 1,
  quantity: '2',
  by: 'total',
  price: '',
  total: '196.80',
}

const ready: PurchaseDraft = {
  ...emptyPurchaseDraft,
  provider: { id: 3, name: 'Distribuidora San Martín S.A.C.', document: 'RUC 20548129363' },
  document: 'FACTURA',
  serie: 'F014',
  number: '28431',
  freight: '40',
  discount: '12.80',
  paper: '980.00',
  lines: [rice, oil],
}

const known = (draft: PurchaseDraft, hasCycle: boolean | null = true) => ({
  total: purchaseSums(draft, 0).total,
  today,
  hasCycle,
})
const missing = (part: Partial<PurchaseDraft>, hasCycle?: boolean) => {
  const draft = { ...ready, ...part }
  return missingOf(draft, known(draft, hasCycle))
}

it('adds freight to the lines and takes the discount off', () =>
  expect(purchaseSums(ready, 0)).toEqual({ goods: 95_280, igv: 0, total: 98_000 }))

it('adds the IGV to all of it, where the prices are without', () =>
  expect(purchaseSums(ready, 18)).toEqual({
    goods: 95_280,
    igv: 17_640,
    total: 115_640,
  }))

test.each<[string, Partial<PurchaseDraft>, Partial<DraftLine>, number]>([
  ['withIgv', {}, {}, 18],
  ['withoutIgv', { include_igv: false }, {}, 18],
  ['withIgv', { document: 'BOLETA', include_igv: false }, {}, 18],
  ['', { document: 'NOTA_VENTA' }, {}, 18],
  ['', {}, { is_exempt: true }, 18],
  ['', {}, {}, 0],
])('says "%s" of a price', (said, part, of, rate) =>
  expect(igvOf({ ...ready, ...part }, { ...rice, ...of }, rate) ?? '').toBe(said),
)

it('lacks nothing when the paper agrees', () => expect(missing({})).toBeNull())

test.each<[string, Partial<PurchaseDraft>]>([
  ['provider', { provider: null }],
  ['item', { lines: [] }],
  ['quantity', { lines: [rice, { ...oil, quantity: '0' }] }],
  ['unit', { lines: [{ ...rice, measurement_id: null }, oil] }],
  ['price', { lines: [rice, { ...oil, total: '' }] }],
  ['paper', { paper: '' }],
  ['paperOff', { paper: '980.01' }],
  ['quotes', { type: 'CREDITO', terms: { days: ['2026-12-05'], amounts: ['500'] } }],
  ['quotes', { type: 'CREDITO', terms: { days: ['2026-12-05', '2026-12-05'], amounts: null } }],
  ['quotes', { type: 'CREDITO', terms: { days: ['2026-11-20'], amounts: null } }],
])('says that it lacks %s', (why, part) => expect(missing(part)).toMatchObject({ why }))

it('needs a cash box of one’s own only to pay out of it', () => {
  expect(missing({}, false)).toEqual({ why: 'cycle' })
  expect(missing({ type: 'CREDITO' }, false)).toBeNull()
  expect(missing({ source: 'OTHER' }, false)).toBeNull()
})

it('pays nothing for a gift, and asks for no cash box', () => {
  const gift = { lines: [{ ...oil, total: '0.00' }], freight: '', discount: '', paper: '0.00' }
  expect(missing(gift, false)).toBeNull()
  expect(missing({ ...gift, type: 'CREDITO' }, false)).toBeNull()
  expect(purchaseBody({ ...ready, ...gift, type: 'CREDITO' }, 0, today)).toMatchObject({ total: '0.00' })
})

it('owes in cuotas what is not set aside', () => {
  const aside: PurchaseDraft['aside'] = [
    { kind: 'DETRACTION', amount: '117.60' },
    { kind: 'FIRST_PAYMENT', amount: '62.40' },
  ]
  const owed: Partial<PurchaseDraft> = {
    type: 'CREDITO',
    terms: { days: ['2026-12-05'], amounts: null },
    aside,
  }
  expect(missing(owed)).toBeNull()
  expect(missing(owed, false)).toEqual({ why: 'cycle' })
  expect(purchaseBody({ ...ready, ...owed }, 98_000, today)).toMatchObject({
    quotes: [{ amount: '800.00', date: '2026-12-05' }],
    set_aside: aside,
    payment: { source: 'CASH' },
  })
})

it('takes an advance off what is paid, and sends the IGV of the paper', () => {
  const part = { advance: '236.00', igv: '113.49', igvOf: { base: '630.51', percent: '18' } }
  const draft = { ...ready, ...part, paper: '744.00' }
  expect(purchaseSums(draft, 0).total).toBe(74_400)
  expect(purchaseBody(draft, 74_400, today)).toMatchObject({
    discount: '248.80',
    advance: '236.00',
    igv: '113.49',
    igv_base: '630.51',
    igv_percent: '18',
  })
})

it('adds no IGV to what is exempt nor to bags and charges that the paper says apart', () => {
  const [line] = ready.lines
  const one = { ...line, quantity: '1', by: 'price', price: '110', is_exempt: false } as DraftLine
  const net: PurchaseDraft = {
    ...ready,
    include_igv: false,
    lines: [one],
    discount: '',
    freight: '',
    advance: '',
    paper: '',
  }
  expect(purchaseSums(net, 18).total).toBe(12_980)
  expect(purchaseSums({ ...net, other_charges: '10.00' }, 18).total).toBe(12_800)
  expect(purchaseSums({ ...net, icbper: '0.50', other_charges: '9.50' }, 18).total).toBe(12_800)
  const exempt = { ...one, price: '50', is_exempt: true } as DraftLine
  expect(purchaseSums({ ...net, lines: [one, exempt] }, 18).total).toBe(17_980)
  // A discount is shared to the céntimo as the server shares it.
  const priced = (price: string, is_exempt = false) => ({ ...one, price, is_exempt }) as DraftLine
  const shared = [priced('14.21', true), priced('50.20'), priced('39.01')]
  expect(purchaseSums({ ...net, lines: shared, discount: '10.00' }, 18).igv).toBe(1_451)
})

it('takes the rate of the law until another is typed, and the month that is chosen', () => {
  expect(percentOf({ igv_percent: '' }, 18)).toBe(18)
  expect(percentOf({ igv_percent: '10.5' }, 18)).toBe(10.5)
  expect(percentOf({ igv_percent: '0' }, 18)).toBe(18)
  expect(percentOf({ igv_percent: '10.5' }, 0)).toBe(0)
  const net = { include_igv: false, paper: '1082.90' }
  expect(purchaseSums({ ...ready, ...net }, 10.5).total).toBe(108_290)
  expect(
    purchaseBody({ ...ready, ...net, igv_percent: '10.5', period: '2027-01' }, 108_290, today),
  ).toMatchObject({
    igv_percent: '10.5',
    period: '2027-01',
  })
  const boleta: PurchaseDraft = { ...ready, document: 'BOLETA', igv_percent: '10.5' }
  expect(purchaseBody(boleta, 98_000, today).igv_percent).toBeUndefined()
})

it('compares with no paper where there is none', () =>
  expect(missing({ document: 'OTRO', paper: '' })).toBeNull())

it('sends of a line what was typed, and the total to be checked', () => {
  expect(purchaseBody(ready, 98_000, today)).toEqual({
    type: 'CONTADO',
    document: 'FACTURA',
    serie: 'F014',
    number: '28431',
    date: today,
    time: undefined,
    provider_id: 3,
    items: [
      { item_id: 7, item_type: 'SUPPLY', quantity: '4', measurement_id: 2, buy_price: '189' },
      { item_id: 8, item_type: 'SUPPLY', quantity: '2', measurement_id: 1, total_price: '196.80' },
    ],
    prices_include_igv: true,
    discount: '12.80',
    freight: '40',
    total: '980.00',
    payment: { source: 'CASH', payment_option: undefined },
  })
})

it('sends cuotas that come to the paper, the céntimo that does not divide in the first', () => {
  const terms = { days: ['2026-12-05', '2026-12-21'], amounts: null }
  const body = purchaseBody({ ...ready, type: 'CREDITO', terms, paper: '980.01' }, 98_001, today)
  expect(body).toMatchObject({
    quotes: [
      { amount: '490.01', date: '2026-12-05' },
      { amount: '490.00', date: '2026-12-21' },
    ],
  })
  expect(body).not.toHaveProperty('payment')
})

beforeEach(() => localStorage.clear())

it('is kept on the device of who types it, and found again', () => {
  expect(keepDraft(1, ready, 1000)).toBe(1000)
  expect(keptDraft(1)).toEqual({ at: 1000, draft: ready })
  expect(keptDraft(2)).toBeNull()
})

it('is forgotten once it is empty', () => {
  keepDraft(1, ready, 1000)
  expect(keepDraft(1, emptyPurchaseDraft, 2000)).toBeNull()
  expect(keptDraft(1)).toBeNull()
})

it('begins anew where what was kept cannot be read', () => {
  localStorage.setItem('comanda.purchase.1', '{"draft":')
  expect(keptDraft(1)).toBeNull()
  localStorage.setItem('comanda.purchase.1', '{"at":1,"draft":{"lines":[],"serie":"F001"}}')
  expect(keptDraft(1)?.draft).toEqual({ ...emptyPurchaseDraft, serie: 'F001' })
})
