import { describe, expect, it } from 'vitest'
import type { Line } from '../../../api/model'
import {
  amountOf,
  baseOf,
  chargeBody,
  discountBody,
  emptyAdjustmentDraft,
  methodOf,
  typeAmountKey,
} from './adjustment'

const lines = [
  { id: 1, total: '76.00' },
  { id: 2, total: '89.00' },
] as Line[]

describe('a discount', () => {
  it('is of the whole account or of what was chosen', () => {
    expect(baseOf(emptyAdjustmentDraft, lines, 16_500)).toBe(16_500)
    expect(baseOf({ ...emptyAdjustmentDraft, lines: [2] }, lines, 16_500)).toBe(8_900)
    expect(baseOf({ ...emptyAdjustmentDraft, lines: [] }, lines, 16_500)).toBe(0)
  })
  it('is rounded once to the céntimo', () => {
    const percent = (text: string) => ({ courtesy: false, method: 'percent' as const, text })
    expect(amountOf(percent('10'), 16_500)).toBe(1_650)
    expect(amountOf(percent('12.5'), 4_535)).toBe(567)
    expect(amountOf(percent('10'), 4_535)).toBe(454)
    expect(amountOf({ courtesy: false, method: 'fixed', text: '7.5' }, 4_535)).toBe(750)
    expect(amountOf({ courtesy: true, method: 'fixed', text: '' }, 4_535)).toBe(4_535)
  })
  it('stays where it would be more than there is', () => {
    expect(typeAmountKey('10', '0', 'percent', 0)).toEqual({ text: '100', refused: false })
    expect(typeAmountKey('100', '1', 'percent', 0)).toEqual({ text: '100', refused: true })
    expect(typeAmountKey('16', '5', 'fixed', 16_500)).toEqual({ text: '165', refused: false })
    expect(typeAmountKey('16', '6', 'fixed', 16_500)).toEqual({ text: '16', refused: true })
    expect(typeAmountKey('55', '5', 'fixed', 6_600)).toEqual({ text: '55', refused: true })
    expect(typeAmountKey('555', 'Backspace', 'fixed', 2_000)).toEqual({ text: '55', refused: true })
    expect(typeAmountKey('55', 'Backspace', 'fixed', 2_000)).toEqual({ text: '5', refused: false })
    expect(typeAmountKey('12.34', '5', 'percent', 0)).toEqual({ text: '12.34', refused: false })
  })
  it('is not sent until it is whole', () => {
    expect(discountBody(emptyAdjustmentDraft, 16_500)).toBeNull()
    expect(discountBody({ ...emptyAdjustmentDraft, text: '10', lines: [] }, 0)).toBeNull()
    expect(
      discountBody({ ...emptyAdjustmentDraft, method: 'percent', text: '10' }, 16_500)?.discounts[0],
    ).toMatchObject({
      discountTypeId: 2,
      percentage: '10.00',
      line_ids: [],
    })
    const courtesy = discountBody({ ...emptyAdjustmentDraft, courtesy: true, lines: [2] }, 8_900)
    expect(courtesy?.discounts[0]).toEqual({ discountTypeId: 1, description: '', line_ids: [2] })
  })
})

describe('a charge', () => {
  it('is a rate or an amount as the law and custom want', () => {
    expect(methodOf('SERVICE', 'fixed')).toBe('percent')
    expect(methodOf('DELIVERY', 'percent')).toBe('fixed')
    expect(methodOf('TIP', 'percent')).toBe('percent')
  })
  it('names itself only where it has no name', () => {
    const draft = { code: 'TIP', method: 'fixed', text: '5', description: 'x', discountable: true } as const
    expect(chargeBody(draft, 1)?.charges[0]).toEqual({
      additionalChargeTypeId: 1,
      amount: '5.00',
      extraDescription: '',
      isDiscountable: false,
    })
    expect(chargeBody({ ...draft, text: '' }, 1)).toBeNull()
    expect(chargeBody(draft, undefined)).toBeNull()
  })
})
