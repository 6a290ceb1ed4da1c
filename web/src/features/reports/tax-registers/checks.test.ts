import { expect, it } from 'vitest'
import type { RegisterCheck } from '../../../api/model'
import { evidenceOf, kindOf, shownChecks } from './checks'

const check = (code: RegisterCheck['code'], ok: boolean): RegisterCheck => ({
  code,
  ok,
  count: ok ? 0 : 1,
  ranges: [],
  documents: [],
})

it('shows first what is to be mended, and is silent about what goes without saying', () => {
  const checks = [check('NUMBERING_GAP', true), check('REJECTED', false), check('FUTURE_MONTH', true)]
  expect(shownChecks(checks).map((each) => each.code)).toEqual(['REJECTED', 'NUMBERING_GAP'])
})

it('praises nothing of an empty month', () => {
  const checks = [check('NUMBERING_GAP', true), check('EMPTY_MONTH', false), check('NO_RUC', false)]
  expect(shownChecks(checks).map((each) => each.code)).toEqual(['EMPTY_MONTH', 'NO_RUC'])
})

it('names the numbers that are missing, a single one by itself', () => {
  const ranges = [
    { serie: 'B001', first: 347, last: 347 },
    { serie: 'F001', first: 9, last: 12 },
  ]
  const found = evidenceOf({ ...check('NUMBERING_GAP', false), ranges }, (from, to) => `${from} a ${to}`)
  expect(found).toEqual(['B001-00000347', 'F001-00000009 a 00000012'])
})

it('tells a note of a boleta from one of a factura', () => {
  expect([kindOf('07', 'FC01'), kindOf('07', 'BC01-00000007')]).toEqual(['creditInvoice', 'creditReceipt'])
  expect(kindOf('08', 'FD01')).toBe('debit')
  expect([kindOf('00', 'N001'), kindOf('12', 'X')]).toEqual(['note', null])
})
