import { expect, it } from 'vitest'
import { scheduleBody, scheduleFormValues } from './scheduleForm'

it('tells the server less as below zero, and only what was typed', () => {
  const item = { row: 1, product_id: 7, price: '', variants: { 3: '9.90', 4: '' } }
  const empty = { row: 2, product_id: null, price: '', variants: {} }
  const typed = { ...scheduleFormValues(null), change: 'less', percent: '50', products: [item, empty] }
  const { percent, products } = scheduleBody(typed)
  expect(percent).toBe('-50')
  expect(products).toEqual([{ product_id: 7, price: null, variants: [{ variant_id: 3, price: '9.90' }] }])
  expect(scheduleBody({ ...typed, change: 'more' }).percent).toBe('50')
  expect(scheduleBody({ ...typed, change: 'none' }).percent).toBeNull()
})
