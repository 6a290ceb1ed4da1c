import { expect, it } from 'vitest'
import { readOpenedActs } from './queries'

it('reads what is opened from the address', () => {
  expect(readOpenedActs('LINE_MADE:4')).toEqual({ kind: 'LINE_MADE', person: '4' })
  expect(readOpenedActs('DRAWER')).toEqual({ kind: 'DRAWER', person: undefined })
  expect(readOpenedActs('NOTHING:4')).toBeNull()
  expect(readOpenedActs(null)).toBeNull()
})
