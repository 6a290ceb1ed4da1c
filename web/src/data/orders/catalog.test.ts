import { describe, expect, it } from 'vitest'
import type { Account, SaleCatalog, SaleProduct } from '../../api/model'
import {
  asksOf,
  findScanned,
  groupsOf,
  isForgotten,
  needsChoices,
  partsOf,
  priceOf,
  search,
  soldTo,
  splitQuantity,
  variantFor,
} from './catalog'
import { holdsFor } from './holdsFor'

const product = (over: Partial<SaleProduct> = {}): SaleProduct => ({
  id: 1,
  category_id: 1,
  production_area_id: 1,
  production_area: 'COCINA',
  skips_kitchen: false,
  name: 'Lomo saltado',
  description: '',
  has_stock: false,
  stock_left: null,
  min_stock: '0',
  igv_treatment: 'TAXED',
  is_plastic_bag: false,
  allergens: [],
  marks: [],
  sale_unit: 'UNIT',
  is_delivered: true,
  status: 'ACTIVE',
  type: 'PRODUCT',
  sale_amount: '38.00',
  delivery_price: '40.00',
  delivery_app_price: '43.50',
  has_variants: false,
  has_toppings: false,
  is_combo: false,
  image: null,
  plate: '',
  position: 1,
  sold_out: false,
  variant_groups: [],
  variants: [],
  toppings: [],
  choice_group_ids: [],
  combo_has_product: [],
  sold: { TABLE: 'SALE', ORDER: 'SALE', DELIVERY: 'DELIVERY', APP: 'APP' },
  now: [],
  ...over,
})
const variant = (id: number, labels: string[], additional_amount: string) => ({
  id,
  name: labels.join(' · '),
  additional_amount,
  options: {},
  labels,
})

describe('what no area makes', () => {
  const nowhere = { production_area_id: null, production_area: null }
  const ceviche = product({ id: 1, ...nowhere })
  const water = product({ id: 2, ...nowhere, skips_kitchen: true })
  const combo_has_product = [
    { product_id: 1, name: 'Ceviche', quantity: '1' },
    { product_id: 2, name: 'Agua', quantity: '1' },
  ]
  const sold = (combo: Partial<SaleProduct>) => {
    const menu = product({ id: 3, is_combo: true, combo_has_product, ...combo })
    const catalog = { products: [ceviche, water, menu] } as SaleCatalog
    return { catalog, parts: partsOf(menu, catalog) }
  }

  it('is named unless nobody was to make it, of combos by their dishes', () => {
    const { catalog, parts } = sold(nowhere)
    const line = { product_id: 1, production_area_id: null, combo_has_product: [] }
    expect(isForgotten(line, catalog)).toBe(true)
    expect(isForgotten({ ...line, production_area_id: 1 }, catalog)).toBe(false)
    expect(isForgotten({ ...line, product_id: 2 }, catalog)).toBe(false)
    expect(isForgotten({ ...line, product_id: 3, combo_has_product: parts }, catalog)).toBe(true)
  })

  it('is handed out where its combo is made, water too', () => {
    const { catalog, parts } = sold({ production_area_id: 5, production_area: 'BAR' })
    expect(parts.map((part) => part.production_area)).toEqual(['BAR', 'BAR'])
    expect(isForgotten({ product_id: 3, production_area_id: 5, combo_has_product: parts }, catalog)).toBe(
      false,
    )
  })
})

it('an account is sold what its channel sells, at the price that it is told', () => {
  const here = product({ id: 2, sold: { TABLE: 'SALE', ORDER: 'SALE' } })
  const nearest = product({ id: 3, sold: { TABLE: 'SALE', ORDER: 'SALE', DELIVERY: 'SALE' } })
  const catalog = { products: [product(), here, nearest] } as SaleCatalog
  const prices = (type: Account['type'], delivery_app = false) =>
    soldTo(catalog, { type, delivery_app }).products.map((each) => priceOf(each, { type, delivery_app }))
  expect(prices('TABLE')).toEqual([3800, 3800, 3800])
  expect(prices('ORDER')).toEqual([3800, 3800, 3800])
  expect(prices('DELIVERY')).toEqual([4000, 3800])
  expect(prices('DELIVERY', true)).toEqual([4350])
})

describe('while a schedule runs', () => {
  const jug = variant(2, ['Jarra'], '38.00')
  const happy = product({
    has_variants: true,
    variants: [variant(1, ['Vaso'], '0'), jug],
    now: [
      {
        channel: 'TABLE',
        price: {
          price: '13.00',
          schedule: 'Happy hour',
          variants: [{ id: 2, additional_amount: '19.00' }],
        },
      },
    ],
  })
  const sold = (type: 'TABLE' | 'ORDER') =>
    soldTo(
      {
        categories: [],
        products: [happy],
        toppings: [],
        choice_groups: [],
        courses: [],
        comments: [],
        version: '',
      },
      { type, delivery_app: false },
    ).products[0]
  it('costs and adds what the server says, where it says so', () => {
    expect(priceOf(happy, { type: 'TABLE', delivery_app: false })).toBe(1300)
    expect(priceOf(happy, { type: 'ORDER', delivery_app: false })).toBe(3800)
    expect(sold('TABLE')?.variants.map((each) => each.additional_amount)).toEqual(['0', '19.00'])
    expect(sold('ORDER')?.variants.map((each) => each.additional_amount)).toEqual(['0', '38.00'])
  })
  it.each([
    [null, false],
    ['2026-11-20T23:00:00Z', 60_100],
    ['2026-11-20T22:58:00Z', 5000],
    ['2027-11-20T22:58:00Z', 86_400_000],
  ])('what changes at %s holds for %s ms', (at, expected) =>
    expect(holdsFor(at, Date.parse('2026-11-20T22:59:00Z'))).toBe(expected),
  )
})

describe('choices', () => {
  const lomo = product({
    has_variants: true,
    variant_groups: [
      { attribute_id: 1, name: 'Término' },
      { attribute_id: 2, name: 'Porción' },
    ],
    variants: [
      variant(1, ['Medio', 'Personal'], '0'),
      variant(2, ['3/4', 'Personal'], '0'),
      variant(3, ['Medio', 'Para dos'], '24.00'),
      variant(4, ['3/4', 'Para dos'], '24.00'),
    ],
  })

  it('asks for each plate of a combo, and makes one dish of each answer', () => {
    const combo = product({
      id: 2,
      is_combo: true,
      combo_has_product: [
        { product_id: 1, name: 'Lomo saltado', quantity: '2' },
        { product_id: 3, name: 'Chicha', quantity: '2' },
      ],
    })
    const catalog = { products: [lomo, combo, product({ id: 3, name: 'Chicha' })] } as SaleCatalog
    expect(asksOf(combo, catalog).map((ask) => ask.title)).toEqual(['Lomo saltado 1', 'Lomo saltado 2'])
    expect(needsChoices(combo, catalog)).toBe(true)
    const chosen = [1, 2].map((variant_id) => ({
      product_id: 1,
      variant: { variant_id, name: String(variant_id), total_sum: '0' },
    }))
    expect(
      partsOf(combo, catalog, chosen).map(({ name, quantity, variant }) => [name, quantity, variant?.name]),
    ).toEqual([
      ['Lomo saltado', '1', '1'],
      ['Lomo saltado', '1', '2'],
      ['Chicha', '2', undefined],
    ])
  })

  it('asks each question once, with what an answer adds', () =>
    expect(groupsOf(lomo)).toEqual([
      {
        name: 'Término',
        options: [
          { label: 'Medio', extra: 0 },
          { label: '3/4', extra: 0 },
        ],
      },
      {
        name: 'Porción',
        options: [
          { label: 'Personal', extra: 0 },
          { label: 'Para dos', extra: 2400 },
        ],
      },
    ]))

  it('finds the variant of all answers, and none while one is missing', () => {
    expect(variantFor(lomo, ['3/4', 'Para dos'])?.id).toBe(4)
    expect(variantFor(lomo, ['3/4', null])).toBeNull()
  })
})

it('searches by words without accents, beginnings first', () => {
  const names = ['Papa a la huancaína', 'Ají de gallina', 'Gallina dorada'].map((name, id) =>
    product({ id, name }),
  )
  expect(search(names, 'gallina').map((found) => found.name)).toEqual(['Gallina dorada', 'Ají de gallina'])
  expect(search(names, 'aji').map((found) => found.name)).toEqual(['Ají de gallina'])
})

describe('how many are asked for', () => {
  it('stands before what', () => {
    expect(splitQuantity('3x lomo')).toEqual({ qty: 3, words: 'lomo' })
    expect(splitQuantity('12*lomo')).toEqual({ qty: 12, words: 'lomo' })
  })
  it('is one where nothing is said, and never none', () => {
    expect(splitQuantity('7 colores')).toEqual({ qty: 1, words: '7 colores' })
    expect(splitQuantity('0x lomo').qty).toBe(1)
    expect(splitQuantity('7750182003766').qty).toBe(1)
  })
})

describe('a scanned code', () => {
  const lomo = product({ id: 12, name: 'Lomo saltado' })
  const cola = product({ id: 7751, name: 'Inca Kola 500 ml' })
  const all = [lomo, cola, product({ id: 500, name: 'Agua' })]

  it('is the product of that number', () => expect(findScanned(all, '7751')?.product).toBe(cola))
  it('is the product of that very name', () =>
    expect(findScanned(all, 'inca kola 500 ML')?.product).toBe(cola))
  it('is what has it, with its zeros, before any number', () => {
    const coded = product({ id: 1, code: '7751', barcode: '0075018' })
    expect(findScanned([cola, coded], '7751')?.product).toBe(coded)
    expect(findScanned([cola, coded], '0075018')?.product).toBe(coded)
    expect(findScanned([cola, coded], '75018')).toBeUndefined()
    expect(search([cola, coded], '75018')).toEqual([coded])
  })
  it('of a variant is that variant', () => {
    const variants = [
      { id: 5, name: 'Personal', additional_amount: '0', options: {}, labels: [], barcode: '775' },
      { id: 6, name: 'Familiar', additional_amount: '9', options: {}, labels: [], barcode: 'F-1' },
    ]
    const lemonade = product({ id: 77, has_variants: true, variants })
    expect(findScanned([cola, lemonade], 'f-1')).toEqual({ product: lemonade, variant: variants[1] })
  })
  it('that nobody has is nothing, and never what happens to look alike', () =>
    expect(findScanned(all, '50')).toBeUndefined())
  it('is no code when it is words', () => expect(findScanned(all, 'lomo')).toBeNull())
  it('of a name that two have is searched for', () =>
    expect(findScanned([...all, product({ id: 9, name: 'Agua' })], 'agua')).toBeNull())
})
