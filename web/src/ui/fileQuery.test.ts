import { expect, it } from 'vitest'
import { fileQuery } from './fileQuery'

it('asks for all pages, with what was said', () => {
  expect(
    fileQuery({ page: 3, per_page: 50, term: '', user_id: null, status: 'OPEN', sale_by: undefined }),
  ).toEqual({
    status: 'OPEN',
  })
})
