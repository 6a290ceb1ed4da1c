import { expect, expectTypeOf, it } from 'vitest'
import { get, list, type Rows, write } from './client'
import type { Account, Cycle, Dashboard, PaperSheet, Shift } from './model'

/* None of these runs: tsc checks them. */
const calls = (id: number, job: string) => ({
  account: () => get(`/orders/${id}`),
  dashboard: () => get('/dashboard'),
  turns: () => list('/turns', { page: false }),
  cycles: () => list('/cashbox-cycles', { to_review: true }),
  papers: () => list(`/printers/${id}/paper`, { limit: 20 }),
  renamed: () => write('PUT', `/turns/${id}`, 'key', { name: 'Noche' }),
  moved: () => write('POST', `/print-jobs/${job}/${'confirm' as 'confirm' | 'cancel'}`, 'key', {}),
  // @ts-expect-error no such path
  misspelt: () => get('/dashbord'),
  // @ts-expect-error nothing lies below an account's PDF
  below: () => get(`/orders/${id}/pre-order-pdf/last`),
  // @ts-expect-error an account's id is a number
  named: () => get(`/orders/${job}`),
  // @ts-expect-error accounts are not patched
  method: () => write('PATCH', `/orders/${id}`, 'key', {}),
  // @ts-expect-error the dashboard is no list
  rows: () => list('/dashboard'),
  // @ts-expect-error a shift has no such field
  field: async () => (await write('POST', '/turns', 'key', { name: 'Noche' })).opened_at,
  // @ts-expect-error nor does one take it
  body: () => write('POST', '/turns', 'key', { nam: 'Noche' }),
  // @ts-expect-error its name is text
  value: () => write('POST', '/turns', 'key', { name: 3 }),
  // @ts-expect-error nothing narrows shifts by this
  query: () => list('/turns', { cashbox_cycle_id: 1 }),
  // @ts-expect-error not one of the words
  word: () => list('/approvers', { action: 'everything' }),
  // @ts-expect-error a PDF is no answer to read
  pdf: async () => (await get(`/print-jobs/${job}/pdf`)).id,
})

it('types every answer by its method and path', () => {
  type Calls = ReturnType<typeof calls>
  type AnswerOf<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>
  expectTypeOf<AnswerOf<'account'>>().toEqualTypeOf<Account>()
  expectTypeOf<AnswerOf<'dashboard'>>().toEqualTypeOf<Dashboard>()
  expectTypeOf<AnswerOf<'turns'>>().toEqualTypeOf<Rows<Shift>>()
  expectTypeOf<AnswerOf<'cycles'>>().toEqualTypeOf<Rows<Cycle>>()
  expectTypeOf<AnswerOf<'papers'>>().toEqualTypeOf<Rows<PaperSheet>>()
  expectTypeOf<AnswerOf<'renamed'>>().toEqualTypeOf<Shift>()
  expectTypeOf<AnswerOf<'moved'>>().toEqualTypeOf<{ print_job_id: string }>()
  expect(calls).toBeTypeOf('function')
})
