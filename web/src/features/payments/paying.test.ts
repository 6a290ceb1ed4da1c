import { describe, expect, it } from 'vitest'
import type { AccountClient, PaymentInfo, PaymentsConfig, PaymentTaken } from '../../api/model'
import { today } from '../../ui/format'
import { plusDays } from '../../ui/zone'
import { paymentBody, sumUp } from './collectable'
import type { Split } from './due'
import { dayOfPaper } from './paper'
import {
  BOLETA,
  FACTURA,
  type Facts,
  initialPaying,
  isBegun,
  type Paying,
  type PayingStep,
  reducePaying,
} from './paying'

const cash = { id: 1, name: 'Efectivo', is_cash: true, asks_operation_number: false }
const yape = { id: 2, name: 'Yape', is_cash: false, asks_operation_number: true }
const card = { id: 3, name: 'Visa', is_cash: false, asks_operation_number: false }
const person = { id: 4, document_type: 'DNI', document_number: '45120987' } as AccountClient
const company = { id: 5, document_type: 'RUC', document_number: '20131312955' } as AccountClient

const facts = (
  over: { total?: string; client?: AccountClient; config?: Partial<PaymentsConfig> } = {},
): Facts => ({
  info: {
    client_request_id: 12,
    total: over.total ?? '103.00',
    payments: [],
    lines: [
      { id: 1, due_qty: '2', due_amount: '82.00', due_amounts: ['41.00', '82.00'] },
      { id: 2, due_qty: '1', due_amount: '21.00', due_amounts: ['21.00'] },
    ],
    shares: [
      { of: 3, number: 1, amount: '34.33' },
      { of: 40, number: 1, amount: '2.58' },
    ],
  } as unknown as PaymentInfo,
  config: {
    payment_options: [cash, yape, card],
    billing_types: [{ id: BOLETA }, { id: FACTURA }],
    cycle: { id: 1 },
    cash_rounding: false,
    paper_entry_days: 60,
    contingency_series: [{ id: 9, billing_type_id: BOLETA, serie: '0001' }],
    ...over.config,
  } as unknown as PaymentsConfig,
  requestClient: over.client ?? null,
  maxUnnamed: 70_000,
})

const played = (of: Facts, ...steps: PayingStep[]) =>
  steps.reduce((now, step) => reducePaying(of, now, step), initialPaying(of))
const keys = (text: string): PayingStep[] =>
  text.split(' ').flatMap((word) => (word.length > 1 && /\D/.test(word) ? [word] : [...word]).map(key))
const key = (of: string): PayingStep => ({ type: 'key', key: of })
const method = (option: unknown) => ({ type: 'method', option }) as PayingStep
const split = (to: Split): PayingStep => ({ type: 'split', split: to })
const tendersOf = (now: Paying) =>
  now.tenders.map(({ option, text, operation }) => [option.name, text, operation].filter(Boolean).join(' '))

it('the day of a paper decides what is due, once it is one that a paper can say', () => {
  const of = facts()
  const day = (issuedOn: string | null, typeId = BOLETA) =>
    dayOfPaper(of.config, { typeId, paper: { seriesId: null, number: '', issuedOn } })
  const ago = (days: number) => plusDays(today(), -days)
  expect([day(ago(1)), day(ago(60))]).toEqual([ago(1), ago(60)])
  expect([day(null), day(today()), day(ago(-1)), day(ago(61)), day('0202-01-01')]).toEqual(
    Array(5).fill(null),
  )
  // There is no series of documents written by hand for this kind.
  expect(day(ago(1), FACTURA)).toBeNull()
  expect(dayOfPaper(of.config, { typeId: BOLETA, paper: null })).toBeNull()
})

describe('how it is paid', () => {
  it.each<[string, PayingStep[], string[], number]>([
    ['it begins with cash, and no amount', [], ['Efectivo'], 0],
    ['digits write the amount', keys('120'), ['Efectivo 120'], 0],
    ['a digit is taken back', keys('120 Backspace'), ['Efectivo 12'], 0],
    [
      'notes add up',
      [
        { type: 'note', note: '100' },
        { type: 'note', note: '20' },
      ],
      ['Efectivo 120.00'],
      0,
    ],
    [
      'the next digit makes way for what was tapped',
      [{ type: 'note', note: '100' }, ...keys('5')],
      ['Efectivo 5'],
      0,
    ],
    ['the exact amount', [{ type: 'exact' }], ['Efectivo 103.00'], 0],
    ['a method without an amount is exchanged', [method(card)], ['Visa 103.00'], 0],
    [
      'one with an amount is kept, and the rest is paid with the new one',
      [...keys('50'), method(card)],
      ['Efectivo 50', 'Visa 53.00'],
      1,
    ],
    [
      'cash gets no amount by itself',
      [method(card), ...keys('50'), method(cash)],
      ['Visa 50', 'Efectivo'],
      1,
    ],
    [
      'a method that is there becomes the active one',
      [...keys('50'), method(card), method(cash)],
      ['Efectivo 50', 'Visa 53.00'],
      0,
    ],
    [
      'a number is written where it is asked for',
      [method(yape), ...keys('123 Backspace 4')],
      ['Yape 103.00 124'],
      0,
    ],
    ['and cleared', [method(yape), ...keys('123 Delete')], ['Yape 103.00'], 0],
    ['pasted as a whole', [method(yape), { type: 'operation', text: 'A-7' }], ['Yape 103.00 A-7'], 0],
    [
      'the amount of a tapped tender',
      [method(yape), { type: 'activate', index: 0 }, ...keys('90')],
      ['Yape 90'],
      0,
    ],
    ['the next method', [{ type: 'nextMethod' }, { type: 'nextMethod' }], ['Visa 103.00'], 0],
    ['one that was only passed by is not paid with', [method(card), method(yape)], ['Yape 103.00'], 0],
    [
      'one whose number was written stays',
      [method(yape), ...keys('77'), method(card)],
      ['Yape 103.00 77', 'Visa'],
      1,
    ],
    [
      'one of two is taken out',
      [...keys('50'), method(card), { type: 'remove', index: 1 }],
      ['Efectivo 50'],
      0,
    ],
    ['the last one is only emptied', [...keys('50'), { type: 'remove', index: 0 }], ['Efectivo'], 0],
    [
      'another split asks for the amounts again',
      [method(card), split({ mode: 'equal', of: 3 })],
      ['Visa'],
      0,
    ],
    [
      'the exact amount of a share',
      [split({ mode: 'equal', of: 3 }), { type: 'exact' }],
      ['Efectivo 34.33'],
      0,
    ],
  ])('%s', (_, steps, tenders, active) => {
    const now = played(facts(), ...steps)
    expect(tendersOf(now)).toEqual(tenders)
    expect(now.active).toBe(active)
  })

  it('has no tender where no method is offered', () => {
    const none = facts({ config: { payment_options: [] } })
    expect(played(none, { type: 'exact' }, { type: 'nextMethod' }, ...keys('5')).tenders).toEqual([])
  })
})

describe('the document', () => {
  it.each<[string, AccountClient | undefined, PayingStep[], number]>([
    ['a boleta', undefined, [], BOLETA],
    ['a factura for a RUC', company, [], FACTURA],
    ['a factura as soon as a RUC is chosen', undefined, [{ type: 'client', client: company }], FACTURA],
    ['a boleta again without one', company, [{ type: 'client', client: person }], BOLETA],
    [
      'a factura that somebody chose, whoever it is for',
      undefined,
      [
        { type: 'document', id: FACTURA },
        { type: 'client', client: person },
      ],
      FACTURA,
    ],
    ['the next kind, and round', undefined, [{ type: 'nextDocument' }, { type: 'nextDocument' }], BOLETA],
    [
      'what somebody says',
      company,
      [
        { type: 'document', id: 9 },
        { type: 'client', client: person },
      ],
      9,
    ],
  ])('is %s', (_, client, steps, typeId) => expect(played(facts({ client }), ...steps).typeId).toBe(typeId))
})

describe('what blocks it', () => {
  it.each<[string | null, Parameters<typeof facts>[0], PayingStep[]]>([
    [null, {}, [{ type: 'exact' }]],
    ['noCycle', { config: { cycle: null } }, [{ type: 'exact' }]],
    ['notEnough', {}, keys('50')],
    ['excess', {}, [method(card), ...keys('110')]],
    ['needsOperation', {}, [method(yape)]],
    [null, {}, [method(yape), ...keys('123')]],
    ['nothingChosen', {}, [split({ mode: 'lines', units: {} }), { type: 'exact' }]],
    ['nothingChosen', {}, [split({ mode: 'amount', text: '' }), { type: 'exact' }]],
    ['needsRuc', {}, [{ type: 'document', id: FACTURA }, { type: 'exact' }]],
    [null, {}, [{ type: 'client', client: company }, { type: 'exact' }]],
    [null, { total: '700.00' }, [{ type: 'exact' }]],
    ['needsClient', { total: '700.01' }, [{ type: 'exact' }]],
    [null, { total: '700.01' }, [{ type: 'client', client: person }, { type: 'exact' }]],
    [null, { total: '0.00' }, []],
  ])('%s: %j', (why, over, steps) => {
    const of = facts(over)
    expect(sumUp(of, played(of, ...steps)).block?.why ?? null).toBe(why)
  })
})

describe('when it was taken', () => {
  const payment = { id: 7 } as PaymentTaken
  it.each<[Split, Split]>([
    [
      { mode: 'equal', of: 3 },
      { mode: 'equal', of: 3 },
    ],
    [
      { mode: 'lines', units: { 1: 1 } },
      { mode: 'lines', units: {} },
    ],
    [{ mode: 'amount', text: '20' }, { mode: 'all' }],
    [{ mode: 'all' }, { mode: 'all' }],
  ])('after %j the next part is %j, of nobody yet', (before, next) => {
    const of = facts()
    const steps: PayingStep[] = [
      split(before),
      method(card),
      { type: 'client', client: company },
      { type: 'print', on: false },
    ]
    const now = played(of, ...steps, { type: 'paid', payment })
    expect(now).toEqual({ ...initialPaying(of), split: next, paid: payment, print: false })
    expect(reducePaying(of, now, { type: 'hidePaid' }).paid).toBeNull()
  })

  it('nothing is lost by leaving until something was chosen or typed', () => {
    const begun = (...steps: PayingStep[]) => isBegun(facts(), played(facts(), ...steps))
    expect([begun(), begun({ type: 'print', on: false })]).toEqual([false, false])
    expect([begun(...keys('5')), begun(split({ mode: 'lines', units: {} }))]).toEqual([true, true])
    expect([begun({ type: 'client', client: person }), begun({ type: 'email', text: 'ana@' })]).toEqual([
      true,
      true,
    ])
  })
})

describe('what is sent', () => {
  const sent = (steps: PayingStep[], promotions: number[] = []) => {
    const now = played(facts(), ...steps)
    return JSON.parse(JSON.stringify(paymentBody(facts(), now, sumUp(facts(), now).due, promotions)))
  }
  const plain = { client_request_id: 12, billing_type_id: BOLETA, print: true }

  it.each<[string, PayingStep[], object]>([
    ['all of it', [{ type: 'exact' }], { payment_options: { Efectivo: '103.00' }, expected_total: '103.00' }],
    [
      'some units of a line',
      [split({ mode: 'lines', units: { 1: 1, 2: 0 } }), ...keys('50')],
      { payment_options: { Efectivo: '50.00' }, expected_total: '41.00', products: [{ id: 1, qty: '1' }] },
    ],
    [
      'a share, as it is quoted',
      [split({ mode: 'equal', of: 40 }), { type: 'exact' }],
      { payment_options: { Efectivo: '2.58' }, expected_total: '2.58', share: { of: 40 } },
    ],
    [
      'an amount',
      [split({ mode: 'amount', text: '20' }), { type: 'exact' }],
      { payment_options: { Efectivo: '20.00' }, expected_total: '20.00', amount: '20.00' },
    ],
    [
      'two methods, one with its number, for somebody',
      [
        ...keys('3'),
        method(yape),
        ...keys('77'),
        { type: 'client', client: person },
        { type: 'byConsumption', on: true },
      ],
      {
        payment_options: { Efectivo: '3.00', Yape: '100.00' },
        operation_numbers: { Yape: '77' },
        expected_total: '103.00',
        client_id: 4,
        by_consumption: true,
      },
    ],
  ])('%s', (_, steps, body) => expect(sent(steps)).toEqual({ ...plain, ...body }))

  it('promotions only on paper', () => {
    expect(sent([{ type: 'exact' }], [3]).promotion_ids).toEqual([3])
    expect(sent([{ type: 'exact' }, { type: 'print', on: false }], [3]).promotion_ids).toBeUndefined()
  })
})

describe('a paper of the time before the Nuevo RUS', () => {
  const of = facts({
    config: {
      billing_types: [{ id: BOLETA }],
      contingency_series: [{ id: 7, billing_type_id: FACTURA, serie: '0002' }],
      papers_of_before: { billing_types: [{ id: FACTURA }], until: '2026-11-30' },
    } as unknown as Partial<PaymentsConfig>,
  })
  const factura: PayingStep = { type: 'document', id: FACTURA }

  it('is on paper at once, of the last day at most, and stays a factura with its client', () => {
    const now = played(of, factura, { type: 'client', client: company })
    expect(now.typeId).toBe(FACTURA)
    expect(now.paper).toEqual({ seriesId: null, number: '', issuedOn: '2026-11-30' })
  })
  it('leaves what is chosen instead to be issued now', () => {
    expect(played(of, factura, { type: 'document', id: BOLETA }).paper).toBeNull()
  })
  it('is chosen by nobody but a person', () => {
    expect(played(of, { type: 'client', client: company }).typeId).toBe(BOLETA)
  })
})
