import { expect, it } from 'vitest'
import type { ProposalComparison } from '../../../api/model'
import { comparedLines, disagreeing, disagreementSum, firstOf, rowsCount } from './proposal'

const found: ProposalComparison = {
  counts: { ours: 5, theirs: 4, same: 2, missing: 2, extra: 1, different: 1, differences: 2 },
  missing: [
    { code: '01', document: 'F001-00002100', date: '31/10/2026', total: '612.80' },
    { code: '07', document: 'BC01-00000003', date: '', total: '-0.30' },
  ],
  different: [
    { code: '01', document: 'F001-00001962', field: 'TOTAL', ours: '247.80', theirs: '246.80' },
    { code: '01', document: 'F001-00001962', field: 'CUSTOMER', ours: '6 20100070970', theirs: '' },
  ],
  extra: [{ code: '01', document: 'E001-00000014', date: '20/10/2026', total: '845.00' }],
}

it('says on which side each stands, and how much apart they are', () => {
  const [first, second] = comparedLines('missing', found)
  expect(first).toMatchObject({ ours: '612.80', theirs: null, difference: 61280, date: '31/10/2026' })
  expect(second).toMatchObject({ ours: '−0.30', date: null, difference: -30 })
  expect(comparedLines('extra', found)[0]).toMatchObject({ ours: null, theirs: '845.00', difference: -84500 })
})

it('takes an amount from another, and words from nothing', () => {
  const [total, customer] = comparedLines('different', found)
  expect(total).toMatchObject({ ours: '247.80', theirs: '246.80', difference: 100 })
  expect(customer).toMatchObject({ ours: '6 20100070970', theirs: null, difference: null })
})

it('counts documents, and rows where a document has several', () => {
  expect(disagreeing(found)).toBe(4)
  expect(rowsCount('different', found)).toBe(2)
  expect(rowsCount('missing', found)).toBe(2)
})

it('begins with the first kind of which there is one', () => {
  expect(firstOf(found)).toBe('missing')
  expect(firstOf({ ...found, counts: { ...found.counts, missing: 0, different: 0 } })).toBe('extra')
})

it('tells papers of one number by who sold them', () => {
  const paper = { code: '01', document: 'F014-00028431', date: '05/11/2026', total: '118.00' }
  const missing = ['20100055237 ALICORP S.A.A.', '20131312955 SUR S.A.C.'].map((provider) => ({
    ...paper,
    provider,
  }))
  const lines = comparedLines('missing', { ...found, missing })
  expect(lines.map((line) => line.provider)).toEqual(missing.map((each) => each.provider))
  expect(new Set(lines.map((line) => line.key)).size).toBe(2)
})

it('sums only what was sent whole', () => {
  expect(disagreementSum('missing', found)).toBe(61250)
  expect(disagreementSum('different', found)).toBeNull()
  expect(disagreementSum('extra', { ...found, counts: { ...found.counts, extra: 2 } })).toBeNull()
})
