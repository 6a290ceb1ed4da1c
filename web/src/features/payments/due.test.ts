import { describe, expect, it } from 'vitest'
import type { PaymentInfo, PaymentOption } from '../../api/model'
import {
  balanceOf,
  dueOf,
  isDoubtfulChange,
  isQuoted,
  isUnchosen,
  nextShare,
  shareNumbers,
  sharesPaid,
  splitOf,
  withNote,
} from './due'

const info = {
  total: '103.00',
  payments: [],
  lines: [
    { id: 1, due_qty: '2', due_amount: '82.00', due_amounts: ['41.00', '82.00'] },
    { id: 2, due_qty: '1', due_amount: '21.00', due_amounts: ['21.00'] },
  ],
  shares: [
    { of: 2, number: 1, amount: '51.50' },
    { of: 3, number: 2, amount: '34.34' },
  ],
} as unknown as PaymentInfo
const cash = { id: 1, name: 'Efectivo', is_cash: true } as PaymentOption
const yape = { id: 2, name: 'Yape', is_cash: false } as PaymentOption
const tender = (option: PaymentOption, text: string) => ({ option, text, notes: [], operation: '' })

describe('what one person pays', () => {
  it('all of it', () => expect(dueOf(info, { mode: 'all' })).toBe(10300))
  it('some lines by quantity', () => expect(dueOf(info, { mode: 'lines', units: { 1: 1, 2: 1 } })).toBe(6200))
  it('an equal share as the server quotes it', () => expect(dueOf(info, { mode: 'equal', of: 3 })).toBe(3434))
  it('what is left, with the last units', () =>
    expect(dueOf({ ...info, total: '103.01' }, { mode: 'lines', units: { 1: 2, 2: 1 } })).toBe(10301))
  it('an amount, at most what is due', () => expect(dueOf(info, { mode: 'amount', text: '500' })).toBe(10300))
})

describe('an account that is being split', () => {
  let id = 0
  const paid = (kind: string, share_of?: number, voided_at?: string, created_at = '2026-11-21T13:00:00Z') => {
    id += 1
    return { id, kind, share_of, voided_at, created_at }
  }
  const having = (...payments: unknown[]) => ({ ...info, payments }) as unknown as PaymentInfo

  it('goes on with equal shares until the last one', () => {
    expect(splitOf(having(paid('SHARE', 3)))).toEqual({ mode: 'equal', of: 3 })
    expect(splitOf(having(paid('SHARE', 2), paid('SHARE', 2)))).toEqual({ mode: 'all' })
    expect(splitOf(having(paid('SHARE', 3), paid('SHARE', 3, '2026-11-21T14:00:00Z')))).toEqual({
      mode: 'equal',
      of: 3,
    })
  })
  it('goes on by lines, and begins with all of it', () => {
    expect(splitOf(having(paid('LINES')))).toEqual({ mode: 'lines', units: {} })
    expect(splitOf(having(paid('AMOUNT')))).toEqual({ mode: 'all' })
    expect(splitOf(having())).toEqual({ mode: 'all' })
  })
  it('knows the first person who has not paid, and beyond the last one stays with it', () => {
    const share = () => paid('SHARE', 3)
    expect(nextShare(having(), 3)).toBe(1)
    expect(nextShare(having(share()), 3)).toBe(2)
    expect(nextShare(having(share()), 2)).toBe(1)
    expect(nextShare(having(share(), share(), share()), 3)).toBe(3)
  })
  it('leaves each person theirs when a part is annulled', () => {
    const first = paid('SHARE', 3, '2026-11-21T13:10:00Z', '2026-11-21T13:01:00Z')
    const second = paid('SHARE', 3, undefined, '2026-11-21T13:02:00Z')
    const annulled = having(first, second)
    expect([...sharesPaid(annulled, 3).keys()]).toEqual([2])
    expect(nextShare(annulled, 3)).toBe(1)
    const again = having(first, second, paid('SHARE', 3, undefined, '2026-11-21T13:11:00Z'))
    expect([...sharesPaid(again, 3).keys()]).toEqual([2, 1])
    expect(nextShare(again, 3)).toBe(3)
  })
  it('leaves a person theirs when the payment is replaced', () => {
    const whole = paid('SHARE', 2, '2026-11-21T13:10:00Z', '2026-11-21T13:01:00Z')
    const second = paid('SHARE', 2, undefined, '2026-11-21T13:02:00Z')
    const lower = { ...paid('SHARE', 2, undefined, '2026-11-21T13:10:00Z'), replaces_id: whole.id }
    expect([...shareNumbers(having(whole, second, lower).payments, 2).values()]).toEqual([1, 2, 1])
  })
  it('holds the server to what it quoted and to nothing else', () => {
    expect(isQuoted(info, { mode: 'lines', units: { 1: 2, 2: 1 } })).toBe(true)
    expect(isQuoted(info, { mode: 'lines', units: { 1: 3 } })).toBe(false)
    expect(isQuoted(info, { mode: 'amount', text: '5' })).toBe(true)
  })
})

describe('tenders', () => {
  it('gives change from cash', () =>
    expect(balanceOf(11430, [tender(cash, '120')])).toEqual({
      paid: 12000,
      missing: 0,
      change: 570,
      excess: false,
    }))

  it('adds methods up', () =>
    expect(balanceOf(7000, [tender(yape, '20'), tender(cash, '60')])).toMatchObject({
      missing: 0,
      change: 1000,
    }))

  it('says what is missing', () => expect(balanceOf(7000, [tender(yape, '20')]).missing).toBe(5000))

  it('rounds what is paid in cash down where the company does', () => {
    expect(balanceOf(1038, [tender(cash, '20')], true)).toMatchObject({ missing: 0, change: 970 })
    expect(balanceOf(1038, [tender(cash, '10.30')], true).missing).toBe(0)
    expect(balanceOf(1038, [tender(yape, '10.30')], true).missing).toBe(8)
  })

  it('gives no change for Yape', () =>
    expect(balanceOf(7000, [tender(yape, '80')])).toMatchObject({ change: 0, excess: true }))
})

describe('notes that are tapped', () => {
  it('add up: 200 and 200 are 400', () => {
    const twice = withNote(withNote(tender(cash, ''), '200'), '200')
    expect(twice.text).toBe('400.00')
    expect(twice.notes).toEqual(['200', '200'])
  })
  it('take the place of what was typed', () => expect(withNote(tender(cash, '20'), '50').text).toBe('50.00'))
})

it('nothing is chosen until a line or an amount is', () => {
  expect(isUnchosen({ mode: 'lines', units: { 1: 0 } })).toBe(true)
  expect(isUnchosen({ mode: 'lines', units: { 1: 1 } })).toBe(false)
  expect(isUnchosen({ mode: 'amount', text: '' })).toBe(true)
  expect(isUnchosen({ mode: 'equal', of: 2 })).toBe(false)
})

it.each([
  [6_500, '6500', true],
  [6_500, '100', false],
  [6_500, '265.10', true],
  [6_500, '265', false],
  [50_000, '900', false],
])('%s céntimos paid with S/ %s: a change that one asks about is %s', (due, paid, doubtful) =>
  expect(isDoubtfulChange(balanceOf(due, [tender(cash, paid)]), due, ['10', '200'])).toBe(doubtful),
)
