import { describe, expect, it } from 'vitest'
import { bulkChangeBody, initialAnswers } from './bulk'

describe('a change of several products', () => {
  it('is nothing while something is missing', () => {
    expect(bulkChangeBody([1], initialAnswers)).toBeNull()
    expect(bulkChangeBody([1], { ...initialAnswers, percent: '0.0' })).toBeNull()
    expect(bulkChangeBody([1], { ...initialAnswers, percent: '10', prices: [] })).toBeNull()
    expect(bulkChangeBody([1], { ...initialAnswers, what: 'category' })).toBeNull()
    expect(bulkChangeBody([1], { ...initialAnswers, what: 'area' })).toBeNull()
    expect(bulkChangeBody([1], { ...initialAnswers, how: 'set', amount: '.' })).toBeNull()
  })

  it('says one thing at a time', () => {
    const down = { ...initialAnswers, percent: '2.5', up: false }
    expect(bulkChangeBody([1, 2], down)).toEqual({
      ids: [1, 2],
      price: { prices: ['sale_amount'], percent: '-2.5', round_to: '0.10' },
    })
    expect(bulkChangeBody([1], { ...down, how: 'set', amount: '9.90' })?.price).toEqual({
      prices: ['sale_amount'],
      set: '9.90',
    })
    expect(bulkChangeBody([1], { ...initialAnswers, what: 'area', area: '' })).toEqual({
      ids: [1],
      production_area_id: null,
    })
    expect(bulkChangeBody([1], { ...initialAnswers, what: 'status' })).toEqual({
      ids: [1],
      status: 'INACTIVE',
    })
  })
})
