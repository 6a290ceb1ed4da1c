import { expect, it } from 'vitest'
import { readOpened } from './queries'

it('reads what is opened from the address', () => {
  expect(readOpened('LINE_MADE:4')).toEqual({ kind: 'LINE_MADE', person: '4' })
  expect(readOpened('DRAWER')).toEqual({ kind: 'DRAWER', person: undefined })
  expect(readOpened('NOTHING:4')).toBeNull()
  expect(readOpened(null)).toBeNull()
})
