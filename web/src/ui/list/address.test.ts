import { expect, test } from 'vitest'
import { changeAddress, listQueryOf, nextSort, readAddress, withValue } from './address'

const filters = ['status', 'area_id']
const at = (text: string) => new URLSearchParams(text)
const change = (text: string, what: Parameters<typeof changeAddress>[2]) =>
  changeAddress(at(text), filters, what).toString()

test('an address says everything that the list shows', () => {
  expect(readAddress(at('q=aj%C3%AD&sort=-name&page=3&area_id=1&area_id=2&open=12'), filters)).toEqual({
    term: 'ají',
    sort: '-name',
    page: 3,
    filters: { area_id: ['1', '2'] },
    open: 12,
  })
})

test.each(['', 'page=0', 'page=-1', 'page=x&open=x', 'page=1e99&open=-3&status=', 'other=1'])(
  'nothing that makes sense is the list as it opens: %s',
  (text) =>
    expect(readAddress(at(text), filters)).toEqual({
      term: '',
      sort: null,
      page: 1,
      filters: {},
      open: null,
    }),
)

test('what was written is read again', () => {
  const state = { term: 'la 3', sort: 'name', page: 2, filters: { status: ['ACTIVE'] }, open: 'new' as const }
  expect(readAddress(changeAddress(at(''), filters, state), filters)).toEqual(state)
})

test.each([
  ['a search begins at the first page', 'page=3', { term: 'bar' }, 'q=bar'],
  ['so does an order', 'page=3&q=x', { sort: '-name' }, 'q=x&sort=-name'],
  [
    'and a filter',
    'page=3',
    { filters: { status: ['ACTIVE', 'INACTIVE'] } },
    'status=ACTIVE&status=INACTIVE',
  ],
  ['filters that are gone leave no trace', 'status=ACTIVE&area_id=1', { filters: {} }, ''],
  ['the first page needs no word', 'page=2', { page: 1 }, ''],
  ['opening changes nothing else', 'q=x&page=2', { open: 7 }, 'q=x&page=2&open=7'],
  ['nor does closing', 'q=x&page=2&open=7', { open: null }, 'q=x&page=2'],
  ['a tab stays', 'tab=turns&q=x', { term: '' }, 'tab=turns'],
])('%s', (_, before, what, after) => expect(change(before, what)).toBe(after))

test('the server is asked in its own words', () => {
  expect(listQueryOf(readAddress(at('status=ACTIVE&page=2'), filters))).toEqual({
    page: 2,
    term: '',
    sort: null,
    filters: '{"status":["ACTIVE"]}',
  })
  expect(listQueryOf(readAddress(at(''), filters)).filters).toBeNull()
})

test('a column is sorted by turns', () => {
  expect(nextSort(null, 'name')).toBe('name')
  expect(nextSort('name', 'name')).toBe('-name')
  expect(nextSort('-name', 'name')).toBeNull()
  expect(nextSort('-name', 'price')).toBe('price')
  // A list whose default order is descending becomes ascending at the first tap.
  expect(nextSort('-name', 'name', '-name')).toBe('name')
  expect(nextSort('name', 'name', '-name')).toBe('-name')
  expect(nextSort('name', 'name', 'name')).toBe('-name')
  expect(nextSort('-name', 'name', 'name')).toBeNull()
})

test('a value is wanted, or no longer', () => {
  expect(withValue(['1'], '2')).toEqual(['1', '2'])
  expect(withValue(['1', '2'], '1')).toEqual(['2'])
})
