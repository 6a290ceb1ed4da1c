import { describe, expect, it } from 'vitest'
import { combinations, type OfferedVariants, offeredOf, variantsToStore } from './variants'

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

const offered = (adds: OfferedVariants['adds'], more: Partial<OfferedVariants> = {}): OfferedVariants => ({
  adds,
  together: {},
  without: [],
  barcodes: {},
  ...more,
})
const kept = (all: { options: Record<string, string>; barcode: string | null }[]) =>
  all.map(({ options, barcode }, id) => ({
    id,
    name: '',
    additional_amount: '0',
    options,
    barcode,
    labels: [],
  }))

describe('choices of a product', () => {
  it('are each option of one attribute', () => {
    expect(variantsToStore(offered({ '12': '2.00', '11': '' }), attributes)).toEqual([
      { options: { '11': '0' }, barcode: null },
      { options: { '12': '2.00' }, barcode: null },
    ])
  })

  it('are all combinations of two attributes', () => {
    const all = variantsToStore(offered({ '11': '0', '12': '1', '22': '20' }), attributes)
    expect(all.map(({ options }) => options)).toEqual([
      { '11': '0', '22': '20' },
      { '12': '1', '22': '20' },
    ])
  })

  it('are none while nothing is offered', () => {
    expect(variantsToStore(offered({}), attributes)).toEqual([])
    expect(offeredOf(undefined, attributes)).toEqual(offered({}))
  })

  it('come back as they were', () => {
    const as = offered({ '11': '0', '12': '1.5', '21': '0', '22': '9.00' }, { barcodes: { '11+22': '0775' } })
    expect(offeredOf(kept(variantsToStore(as, attributes)), attributes)).toEqual(as)
  })

  it('may lack a combination and add something else in another', () => {
    const as = offered({ '11': '0', '12': '2', '21': '0', '22': '9.10' }, { without: ['12+21'] })
    const own = { ...as, together: { '12+22': '10.305' } }
    const sent = variantsToStore(own, attributes)
    expect(sent).toHaveLength(3)
    expect(sent[2]?.options).toEqual({ '12': '10.305', '22': '0' })
    expect(variantsToStore({ ...as, together: { '12+22': '11.10' } }, attributes)[2]?.options).toEqual({
      '12': '2',
      '22': '9.10',
    })
    const back = offeredOf(kept(sent), attributes)
    expect(back.without).toEqual(['12+21'])
    const sums = (of: OfferedVariants) =>
      variantsToStore(of, attributes).map(({ options }) =>
        Object.values(options).reduce((sum, amount) => sum + Math.round(Number(amount) * 1000), 0),
      )
    expect(sums(back)).toEqual(sums(own))
  })

  it('name what their options add together', () => {
    const all = combinations({ '11': '0.105', '22': '20' }, attributes)
    expect(all).toEqual([{ key: '11+22', ids: ['11', '22'], name: 'Inglés, Familiar', sum: '20.105' }])
  })
})
