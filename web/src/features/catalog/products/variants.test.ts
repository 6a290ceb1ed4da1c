import { describe, expect, it } from 'vitest'
import { combined, offeredOf } from './variants'

const attributes = [
  {
    id: 1,
    name: 'Término',
    options: [
      { id: 11, name: 'Inglés' },
      { id: 12, name: 'Medio' },
    ],
  },
  {
    id: 2,
    name: 'Porción',
    options: [
      { id: 21, name: 'Personal' },
      { id: 22, name: 'Familiar' },
    ],
  },
]

describe('choices of a product', () => {
  it('are each option of one attribute', () => {
    expect(combined({ '12': '2.00', '11': '' }, attributes)).toEqual([
      { options: { '11': '0' } },
      { options: { '12': '2.00' } },
    ])
  })

  it('are all combinations of two attributes', () => {
    const all = combined({ '11': '0', '12': '1', '22': '20' }, attributes)
    expect(all).toEqual([{ options: { '11': '0', '22': '20' } }, { options: { '12': '1', '22': '20' } }])
  })

  it('are none while nothing is offered', () => {
    expect(combined({}, attributes)).toEqual([])
    expect(offeredOf(undefined)).toEqual({})
  })

  it('come back as they were', () => {
    const offered = { '11': '0', '12': '1.5', '21': '0', '22': '9.00' }
    const variants = combined(offered, attributes).map(({ options }, id) => ({
      id,
      name: '',
      additional_amount: '0',
      options,
      labels: [],
    }))
    expect(offeredOf(variants)).toEqual(offered)
  })
})
