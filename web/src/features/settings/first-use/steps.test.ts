import { expect, it } from 'vitest'
import { minutesLeft, presentStep } from './steps'

const steps = [
  { key: 'COMPANY', done: true },
  { key: 'FLOOR', done: false },
  { key: 'PRODUCTS', done: false },
]

it('the first step that is not done is open, unless another is asked for', () => {
  expect(presentStep(steps, null)).toBe('FLOOR')
  expect(presentStep(steps, 'COMPANY')).toBe('COMPANY')
  expect(presentStep(steps, 'NONE')).toBe('FLOOR')
  expect(presentStep([{ key: 'SALE', done: true }], null)).toBe(null)
  expect(minutesLeft(steps)).toBe(3)
})
