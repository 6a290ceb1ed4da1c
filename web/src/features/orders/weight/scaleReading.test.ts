import { describe, expect, it } from 'vitest'
import { decimalOf } from '../../../ui/decimals'
import type { MeasuredUnit } from '../../../ui/measure'
import {
  measureOfGrams,
  type ScaleReading,
  type ScaleReadings,
  stillDigits,
  viewOfScale,
} from './scaleReading'
import type { Limits } from './weighing'

const reading = (over: Partial<ScaleReading> = {}): ScaleReading => ({
  scale_id: 1,
  grams: 970,
  state: 'STABLE',
  ...over,
})
const heard = (over: Partial<ScaleReading> = {}, more: Partial<ScaleReadings> = {}): ScaleReadings => ({
  last: reading(over),
  before: null,
  isSilent: false,
  ...more,
})
const kilo: Limits = { unit: 'KG' }
const see = (what: ScaleReadings, limits = kilo, tare: string | null = null) =>
  viewOfScale(what, true, { limits, tare })

it.each<[number, MeasuredUnit, string]>([
  [970, 'KG', '0.97'],
  [1, 'KG', '0.001'],
  [850, 'HG', '8.5'],
  [335, 'HG', '3.35'],
  [330, 'G', '330'],
  [29_999, 'KG', '29.999'],
])('%s g are %s %s exactly', (grams, unit, measure) =>
  expect(decimalOf(measureOfGrams(grams, unit))).toBe(measure),
)

describe('a stable weight', () => {
  it.each<[Partial<ScaleReading>, string | null, Limits, string, string, string | null]>([
    [{}, null, kilo, '0.970', '0.97', null],
    [{}, '0.12', kilo, '0.850', '0.85', null],
    [{ grams: 120 }, '0.12', kilo, '0.000', '0', 'tare'],
    [{ grams: 90 }, '0.12', kilo, '0.000', '0', 'tare'],
    [{ grams: 850, net: true, tare_grams: 120 }, '0.12', kilo, '0.850', '0.85', null],
    [{ grams: 850, net: true }, '0.12', kilo, '0.850', '0.85', null],
    [{ grams: 150 }, null, { unit: 'KG', min_quantity: '0.200' }, '0.150', '0.15', 'least'],
    [{ grams: 250 }, null, { unit: 'HG' }, '250', '2.5', null],
    [{ grams: 250 }, '0.2', { unit: 'HG' }, '230', '2.3', null],
    [{ grams: 330 }, null, { unit: 'G' }, '330', '330', null],
  ])('%j without the tare %s by %j shows %s and sells %s: %s', (over, tare, limits, digits, net, fault) => {
    const { state, digits: shown, weight } = see(heard(over), limits, tare)
    expect([state, shown]).toEqual(['STABLE', digits])
    expect([decimalOf(weight?.net ?? 0n), weight?.fault]).toEqual([net, fault])
  })

  it.each<[number, string | null, Partial<Limits>, string, string | null, string | null]>([
    [873, null, {}, '0.85', '0.873', null],
    [850, null, {}, '0.85', null, null],
    [993, '0.12', {}, '0.85', '0.873', null],
    [49, null, {}, '0.049', null, 'step'],
    [219, null, { min_quantity: '0.2' }, '0.2', '0.219', null],
    [199, null, { min_quantity: '0.2' }, '0.15', '0.199', 'least'],
  ])('of %s g without the tare %s goes down to a step of 50 g', (grams, tare, over, net, weighed, fault) => {
    const { weight } = see(heard({ grams }), { unit: 'KG', quantity_step: '0.05', ...over }, tare)
    expect(decimalOf(weight?.net ?? 0n)).toBe(net)
    expect(weight?.weighed == null ? null : decimalOf(weight.weighed)).toBe(weighed)
    expect(weight?.fault).toBe(fault)
    expect(weight?.gross).toBe(measureOfGrams(grams, 'KG'))
  })

  it('of a scale with a tare of its own says gross and that tare', () => {
    const view = see(heard({ grams: 850, net: true, tare_grams: 120 }), kilo, '0.3')
    expect([view.isOwnTare, decimalOf(view.tare), decimalOf(view.weight?.gross ?? 0n)]).toEqual([
      true,
      '0.12',
      '0.97',
    ])
  })
})

it.each<[Partial<ScaleReading>, Partial<ScaleReadings>, boolean, string, string]>([
  [{ state: 'MOVING', grams: 874 }, {}, true, 'MOVING', '0.8––'],
  [{ state: 'MOVING', grams: 874 }, { before: reading({ grams: 1874 }) }, true, 'MOVING', '–.–––'],
  [{ state: 'MOVING', grams: null }, {}, true, 'MOVING', '–.–––'],
  [{ state: 'OVERLOAD', grams: null }, {}, true, 'OVERLOAD', '–.–––'],
  [{ grams: 0 }, {}, true, 'EMPTY', '0.000'],
  [{ grams: -4 }, {}, true, 'BELOW_ZERO', '–.–––'],
  [{ grams: -120, net: true, tare_grams: 120 }, {}, true, 'EMPTY', '0.000'],
  [{ state: 'ERROR', grams: null, trouble: 'WRONG_UNIT' }, {}, true, 'WRONG_UNIT', '–.–––'],
  [{ state: 'ERROR', grams: null }, {}, true, 'UNKNOWN', '–.–––'],
  [{}, { isSilent: true }, true, 'SILENT', '–.–––'],
  [{}, { last: null }, true, 'WAITING', '–.–––'],
  [{}, { last: null, isSilent: true }, true, 'SILENT', '–.–––'],
  [{}, { last: null }, false, 'OFFLINE', '–.–––'],
  [{}, { isSilent: true }, false, 'OFFLINE', '–.–––'],
])('%j heard with %j is no weight to sell: %s %s', (over, more, isOnline, state, digits) => {
  const view = viewOfScale(heard(over, more), isOnline, { limits: kilo, tare: null })
  expect([view.state, view.digits, view.weight]).toEqual([state, digits, null])
})

it.each([
  ['0.874', null, '0.8––'],
  ['0.874', '0.871', '0.8––'],
  ['0.874', '0.771', '0.–––'],
  ['12.874', '9.874', '––.–––'],
  ['850', '851', '8––'],
  ['50', null, '––'],
  ['5', null, '–'],
])('while it moves %s after %s is %s', (now, before, shown) => expect(stillDigits(now, before)).toBe(shown))
