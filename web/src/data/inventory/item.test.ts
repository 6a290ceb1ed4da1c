import { expect, test } from 'vitest'
import { readItem } from './item'

test('an address names an item, or nothing', () => {
  expect(readItem('SUPPLY:3')).toEqual({ type: 'SUPPLY', id: 3 })
  expect(readItem('DRINK:3')).toBeNull()
  expect(readItem(null)).toBeNull()
})
