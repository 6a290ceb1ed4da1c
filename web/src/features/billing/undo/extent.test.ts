import { describe, expect, it } from 'vitest'
import { type Choices, extentOf } from './extent'

const start: Choices = {
  how: 'WHOLE',
  noteCode: '07',
  discountCode: '04',
  units: {},
  amount: '',
  amounts: {},
}

describe('what undoing a document asks for', () => {
  it('takes all of it back without naming anything', () => {
    expect(extentOf(start)).toMatchObject({ asked: null, takesAll: true, isEmpty: false })
    expect(extentOf({ ...start, how: 'NOTE', noteCode: '06' })).toMatchObject({
      asked: null,
      takesAll: true,
      isEmpty: false,
    })
  })

  it('takes units of lines back, and waits for the first', () => {
    const part = { ...start, how: 'NOTE' as const }
    expect(extentOf({ ...part, units: { 3: 0 } })).toMatchObject({ byLines: true, isEmpty: true })
    expect(extentOf({ ...part, units: { 3: 2 } })).toMatchObject({
      asked: { units: { 3: 2 } },
      takesAll: false,
      isEmpty: false,
    })
  })

  it('charges again under another RUC', () => {
    expect(extentOf({ ...start, how: 'NOTE', noteCode: '02' })).toMatchObject({
      recharges: true,
      takesAll: true,
    })
    expect(extentOf({ ...start, noteCode: '02' }).recharges).toBe(false)
  })

  it('makes cheaper what stays sold, as a whole or by lines', () => {
    const cheaper = { ...start, how: 'DISCOUNT' as const }
    expect(extentOf({ ...cheaper, amount: '0' })).toMatchObject({ code: '04', isEmpty: true })
    expect(extentOf({ ...cheaper, amount: '1.50' })).toMatchObject({
      asked: { amount: '1.50' },
      isEmpty: false,
    })
    const lines = { ...cheaper, discountCode: '05' as const }
    expect(extentOf({ ...lines, amounts: { 3: '' } }).isEmpty).toBe(true)
    expect(extentOf({ ...lines, amounts: { 3: '2' } })).toMatchObject({
      asked: { amounts: { 3: '2' } },
      isEmpty: false,
    })
  })
})
