import { expect, it, test } from 'vitest'
import { emptyPurchaseDraft, missingOf, type PurchaseDraft, purchaseSums } from './draft'
import { correctedKinds, documentOf, effectOf, hasLines, mayLackLines } from './kinds'
import { purchaseBody } from './purchaseBody'

const today = '2026-11-21'
const ready: PurchaseDraft = {
  ...emptyPurchaseDraft,
  provider: { id: 3, name: 'Alicorp S.A.A.', document: 'RUC 20100055237' },
  serie: 'FC01',
  number: '9',
  paper: '23.60',
  document: 'NOTA_CREDITO',
  effect: 'COST',
  modifies: { document: 'FACTURA', serie: 'F014', number: '28431', date: null },
}
const missing = (draft: PurchaseDraft) =>
  missingOf(draft, { total: purchaseSums(draft, 0).total, today, hasCycle: false })?.why ?? null

it('knows which papers name goods', () => {
  const told = (document: PurchaseDraft['document'], effect: PurchaseDraft['effect'] = null) => [
    hasLines({ document, effect }),
    mayLackLines({ document, effect }),
  ]
  expect(told('FACTURA')).toEqual([true, false])
  expect(told('NOTA_CREDITO')).toEqual([true, false])
  expect(told('NOTA_CREDITO', 'COST')).toEqual([true, true])
  expect(told('NOTA_CREDITO', 'NONE')).toEqual([false, true])
  expect(told('NOTA_DEBITO', 'COST')).toEqual([false, true])
  expect(told('RECIBO_PUBLICO')).toEqual([false, true])
  // A debit note sends nothing back, whatever was chosen before.
  expect(effectOf({ document: 'NOTA_DEBITO', effect: 'RETURN' })).toBe('NONE')
})

it('leaves a note a note, whatever its serie, and corrects plain papers only into plain ones', () => {
  expect(documentOf('F001', 'NOTA_CREDITO')).toBe('NOTA_CREDITO')
  expect(documentOf('F001', 'BOLETA')).toBe('FACTURA')
  expect(correctedKinds('FACTURA')).toEqual(['FACTURA'])
  expect(correctedKinds('BOLETA')).toContain('OTRO')
})

test.each<[string | null, Partial<PurchaseDraft>]>([
  [null, {}],
  ['modifies', { modifies: { ...ready.modifies, number: '' } }],
  ['item', { effect: 'RETURN' }],
  ['paper', { paper: '' }],
  ['cycle', { document: 'NOTA_DEBITO' }],
  ['igv', { document: 'RECIBO_PUBLICO' }],
  [null, { document: 'RECIBO_PUBLICO', igv: '3.60', source: 'OTHER' }],
])('says that a note or a bill lacks %s', (why, part) => expect(missing({ ...ready, ...part })).toBe(why))

it('sends what a note changes, and no lines where it has none', () => {
  expect(purchaseBody({ ...ready, type: 'CREDITO' }, 2360, today)).toMatchObject({
    type: 'CONTADO',
    document: 'NOTA_CREDITO',
    modifies: { document: 'FACTURA', serie: 'F014', number: '28431', date: undefined },
    effect: 'COST',
    items: [],
    total: '23.60',
    payment: { source: 'CASH' },
  })
  expect(purchaseBody({ ...ready, document: 'FACTURA' }, 2360, today)).not.toHaveProperty('modifies')
})
