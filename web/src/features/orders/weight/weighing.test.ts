import { describe, expect, it } from 'vitest'
import { decimalOf } from '../../../ui/decimals'
import type { MeasuredUnit } from '../../../ui/measure'
import { asTyped, isUnusual, type Limits, stepWords, type Typed, typeMeasure, weigh } from './weighing'

const type = (keys: string, unit: MeasuredUnit, start: Typed = { text: '' }) =>
  [...keys].reduce((typed, key) => typeMeasure(typed, key === '<' ? 'Backspace' : key, unit), start).text

describe('the keys of the pad', () => {
  it.each<[string, MeasuredUnit, string]>([
    ['0.850', 'KG', '0.850'],
    ['.85', 'KG', '0.85'],
    ['0.85091', 'KG', '0.8509'],
    ['12345', 'KG', '1234'],
    ['0.85<<9', 'KG', '0.9'],
    ['250', 'HG', '250'],
    ['33.555', 'HG', '33.55'],
    ['1.005', 'L', '1.005'],
    ['750', 'ML', '750'],
  ])('%s of %s write %s', (keys, unit, text) => expect(type(keys, unit)).toBe(text))

  it('begin another measure where a line is weighed again, and the erase key goes on with the old one', () => {
    const again = { text: '0.850', untouched: true }
    expect(type('1.2', 'KG', again)).toBe('1.2')
    expect(type('<', 'KG', again)).toBe('0.85')
    expect(type('<1', 'KG', again)).toBe('0.851')
  })
})

it.each<[string, MeasuredUnit, string]>([
  ['0.85', 'KG', '0.850'],
  ['2.5', 'HG', '250'],
  ['0.335', 'HG', '33.5'],
  ['330', 'G', '330'],
])('%s of %s stands in the pad as %s', (measure, unit, text) => {
  expect(asTyped(measure, unit)).toBe(text)
  expect(decimalOf(weigh(text, null, { unit }).net)).toBe(measure)
})

const limits = (over: Partial<Limits> = {}): Limits => ({
  unit: 'KG',
  min_quantity: '0.200',
  quantity_step: '0.05',
  ...over,
})

it.each<[string, string | null, Limits, string, string | null]>([
  ['0.850', null, limits(), '0.85', null],
  ['0.970', '0.12', limits(), '0.85', null],
  ['', null, limits(), '0', 'nothing'],
  ['0.', null, limits(), '0', 'nothing'],
  ['0.1', '0.12', limits(), '0', 'tare'],
  ['0.12', '0.12', limits(), '0', 'tare'],
  ['0.199', null, limits(), '0.199', 'least'],
  ['0.200', null, limits(), '0.2', null],
  ['0.970', null, limits(), '0.97', 'step'],
  ['0.8509', null, { unit: 'KG' }, '0.8509', 'decimals'],
  ['0.25', null, { unit: 'HG' }, '0.0025', 'decimals'],
  ['1234', null, { unit: 'KG' }, '1234', 'most'],
  ['999', null, { unit: 'KG' }, '999', null],
  ['999.001', null, { unit: 'KG' }, '999.001', 'most'],
  ['999000', null, { unit: 'HG' }, '9990', null],
  ['999001', null, { unit: 'HG' }, '9990.01', 'most'],
  ['20', null, { unit: 'HG', min_quantity: '0.5' }, '0.2', 'least'],
])('%s with the tare %s and %j weighs %s: %s', (text, tare, limits, net, fault) => {
  const weight = weigh(text, tare, limits)
  expect([decimalOf(weight.net), weight.fault]).toEqual([net, fault])
})

it.each<[string, MeasuredUnit, boolean]>([
  ['30', 'KG', false],
  ['30.001', 'KG', true],
  ['850', 'KG', true],
  ['30000', 'HG', false],
  ['30001', 'HG', true],
  ['30000', 'G', false],
  ['31', 'L', true],
  ['750', 'ML', false],
])('%s of %s is unusual: %s', (text, unit, unusual) =>
  expect(isUnusual(weigh(text, null, { unit }).net, unit)).toBe(unusual),
)

it.each<[string, MeasuredUnit, string, string]>([
  ['0.05', 'KG', '50', 'g'],
  ['0.5', 'L', '500', 'ml'],
  ['1.5', 'KG', '1.5', 'kg'],
  ['0.5', 'HG', '50', 'g'],
  ['10', 'G', '10', 'g'],
])('a step of %s %s is said as %s %s', (step, unit, said, symbol) =>
  expect(stepWords(step, unit)).toEqual({ step: said, unit: symbol }),
)
