import { describe, expect, it } from 'vitest'
import type { Account, SaleCatalog, SaleProduct, Totals, Variant } from '../../api/model'
import { line } from '../../data/orders/sample'
import { accountTotalWith, finishPick, pickProduct, unsentCount } from './picking'
import { built } from './tapped.sample'

const sizes = [{ name: 'Tamaño', options: ['Vaso', 'Jarra'] }]
const jug = { id: 5, name: 'Jarra', additional_amount: '9.00', options: {}, labels: ['Jarra'] } as Variant
const glass = { ...jug, id: 4, name: 'Vaso', additional_amount: '0.00', labels: ['Vaso'] }
const product = (over: Partial<SaleProduct> = {}) =>
  ({
    id: 1,
    name: 'Ají de gallina',
    sale_amount: '32.00',
    delivery_price: '34.50',
    delivery_app_price: '36.00',
    sold_out: false,
    has_variants: false,
    has_toppings: false,
    is_combo: false,
    variant_groups: [],
    variants: [],
    toppings: [],
    choice_group_ids: [],
    combo_has_product: [],
    sold: { TABLE: 'SALE', ORDER: 'SALE', DELIVERY: 'DELIVERY', APP: 'APP' },
    now: [],
    ...over,
  }) as unknown as SaleProduct
const lemonade = product({
  has_variants: true,
  variants: [glass, jug],
  variant_groups: sizes as unknown as SaleProduct['variant_groups'],
})
const request = (over: Partial<Account> = {}) =>
  ({ id: 12, type: 'TABLE', delivery_app: false, closed_at: null, lines: [], ...over }) as unknown as Account
const group = (id: number, minimum: number, is_default = false) => ({
  id,
  minimum,
  options: [{ is_default }],
})
const catalog = {
  toppings: [],
  products: [],
  choice_groups: [group(1, 1), group(2, 0), group(3, 0, true)],
} as unknown as SaleCatalog
const shut = [{ channel: 'TABLE', closed: { text: 'Desde las 18:00' } }] as unknown as SaleProduct['now']

describe('a tap on a product', () => {
  it.each<[string, SaleProduct, Variant | null, Partial<Account>, object]>([
    ['adds it at its price', product(), null, {}, { what: 'add', unit: 3200 }],
    ['at that of a delivery', product(), null, { type: 'DELIVERY' }, { what: 'add', unit: 3450 }],
    [
      'asks for the weight of what is sold by the kilo',
      product({ sale_unit: 'KG' }),
      null,
      {},
      { what: 'choices' },
    ],
    ['asks for choices', lemonade, null, {}, { what: 'choices' }],
    ['asks what has to be chosen', product({ choice_group_ids: [2, 1] }), null, {}, { what: 'choices' }],
    ['asks where something is chosen', product({ choice_group_ids: [3] }), null, {}, { what: 'choices' }],
    [
      'adds it where no option has to be',
      product({ choice_group_ids: [2] }),
      null,
      {},
      { what: 'add', unit: 3200 },
    ],
    [
      'asks what has to be chosen with a scanned variant too',
      { ...lemonade, choice_group_ids: [1] },
      jug,
      {},
      { what: 'choices' },
    ],
    ['adds the variant that was scanned', lemonade, jug, {}, { what: 'add', unit: 4100 }],
    ['adds nothing that is sold out', product({ sold_out: true }), null, {}, { what: 'nothing' }],
    ['nor to a closed account', product(), null, { closed_at: '2026-11-21T18:00:00Z' }, { what: 'nothing' }],
    [
      'nor outside of its hours',
      product({ now: shut }),
      null,
      {},
      { what: 'notNow', text: 'Desde las 18:00' },
    ],
  ])('%s', (_, of, variant, over, expected) => {
    const result = pickProduct({ request: request(over), catalog }, of, 2, variant)
    const seen = result.what === 'add' ? { what: 'add', unit: result.line.unit } : result
    expect(seen).toEqual(expected)
    if (result.what === 'add') {
      expect(result.line).toMatchObject({
        qty: 2,
        comment: '',
        variant: variant && { variant_id: variant.id },
      })
    }
  })
})

describe('finished choices', () => {
  const dish = (variant_id: number, quantity = '1') =>
    ({ product_id: 2, quantity, variant: { variant_id } }) as unknown as ReturnType<
      typeof built
    >['parts'][number]
  const old = line({ combo_has_product: [dish(4), dish(5)] })
  const editing = { kind: 'choices', product: product(), line: old } as const
  const size = { variant_id: 5, name: 'Jarra', total_sum: '9.00' }

  it.each<[string, Parameters<typeof finishPick>, object]>([
    ['of a new line add it', [{ ...editing, line: null }, built()], { what: 'add', line: built() }],
    ['of a panel that is gone too', [null, built()], { what: 'add', line: built() }],
    [
      'of the same dishes in another order change the line',
      [editing, built({ parts: [dish(5), dish(4)], qty: 3, comment: 'Sin sal' })],
      { what: 'change', old, set: { qty: 3, comment: 'Sin sal', toppings: [], choices: [] } },
    ],
    [
      'of another size change it too',
      [editing, built({ parts: [dish(4), dish(5)], variant: size })],
      { what: 'change', old, set: { qty: 1, comment: '', toppings: [], choices: [], variant: size } },
    ],
    [
      'of other dishes are another line',
      [editing, built({ parts: [dish(4, '2')] })],
      { what: 'replace', old, line: built({ parts: [dish(4, '2')] }) },
    ],
  ])('%s', (_, [panel, done], expected) => expect(finishPick(panel, done)).toEqual(expected))
})

describe('what the account comes to', () => {
  const sent = line({
    id: 1,
    status: 'PROCESSING',
    command_id: 3,
    sent_at: '2026-11-21T18:00:00Z',
    total: '20.00',
  })
  const waiting = line({ id: 2, total: '32.00' })
  const gone = line({ id: 3, status: 'DISMISSED', total: '9.00' })
  const account = request({
    lines: [sent, waiting, gone],
    totals: { subtotal: '52.00', due: '47.00', paid: '5.00' } as Totals,
  })

  it.each<[string, (typeof waiting)[], Totals | null, [number, number]]>([
    ['as the server says', [waiting], null, [5200, 4700]],
    ['with what was tapped since', [waiting, line({ id: -1, total: '10.00' })], null, [6200, 5700]],
    ['without what was taken out since', [], null, [2000, 1500]],
    ['with what a panel puts together', [waiting], { due: '40.00' } as Totals, [5200, 4000]],
  ])('%s', (_, unsent, previewed, [subtotal, total]) => {
    expect(accountTotalWith(account, unsent, previewed)).toEqual({ partlyPaid: true, subtotal, total })
  })

  it('counts what is not sent of a product', () => {
    expect(unsentCount([waiting, line({ id: -1, qty: '2' }), line({ product_id: 9 })], 1)).toBe(3)
  })
})
