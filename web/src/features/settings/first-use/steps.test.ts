import { expect, it } from 'vitest'
import { minutesLeft, presentStep } from './steps'

const steps = [
  { key: 'COMPANY', done: true, optional: false },
  { key: 'FLOOR', done: false, optional: false },
  { key: 'PRODUCTS', done: false, optional: false },
]

it('the first step that is not done is open, unless another is asked for', () => {
  expect(presentStep(steps, null)).toBe('FLOOR')
  expect(presentStep(steps, 'COMPANY')).toBe('COMPANY')
  expect(presentStep(steps, 'NONE')).toBe('FLOOR')
  expect(presentStep([{ key: 'SALE', done: true, optional: false }], null)).toBe(null)
  expect(minutesLeft(steps)).toBe(3)
})

it('a step that can wait is open only where it is asked for, and takes no time', () => {
  const all = [{ key: 'STOCK', done: false, optional: true }, ...steps]
  expect(presentStep(all, null)).toBe('FLOOR')
  expect(presentStep(all, 'STOCK')).toBe('STOCK')
  expect(minutesLeft(all)).toBe(3)
})
