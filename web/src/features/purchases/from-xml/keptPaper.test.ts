import { beforeEach, expect, it } from 'vitest'
import type { PaperDraft } from '../../../api/model'
import { dropPaper, type KeptPaper, keepPaper, keptPaper } from './keptPaper'

const kept: KeptPaper = {
  paper: { serie: 'F002', number: '9914', lines: [{ number: 1 }, { number: 2 }] } as PaperDraft,
  answers: [{ is: 'freight' }, { is: 'open' }],
  order: [1, 0],
  file: 'factura.xml',
}

beforeEach(() => sessionStorage.clear())

it('is found again in this tab, by who answered', () => {
  keepPaper(1, kept)
  expect(keptPaper(1)).toEqual(kept)
  expect(keptPaper(2)).toBeNull()
  dropPaper(1)
  expect(keptPaper(1)).toBeNull()
})

it('begins anew where what was kept cannot be read', () => {
  sessionStorage.setItem('comanda.purchase-xml.1', '{"paper":')
  expect(keptPaper(1)).toBeNull()
  keepPaper(1, { ...kept, answers: [] })
  expect(keptPaper(1)).toBeNull()
})
