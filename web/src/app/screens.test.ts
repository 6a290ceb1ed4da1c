import { expect, it } from 'vitest'
import { screenAt } from './screens'

const screens = [
  '/purchase',
  '/purchase/create',
  '/inventory',
  '/inventory/counts',
  '/products',
  '/products?tab=variants',
].map((path) => ({ path }))

it.each([
  ['/purchase', '/purchase'],
  ['/purchase/create', '/purchase/create'],
  ['/purchase/from-xml', '/purchase'],
  ['/purchase/detail/5', '/purchase'],
  ['/inventory/counts/7/review', '/inventory/counts'],
  ['/products?tab=variants', '/products?tab=variants'],
  ['/products?tab=other', '/products'],
  ['/purchase-report', undefined],
])('at %s the menu marks %s', (address, path) => expect(screenAt(screens, address)?.path).toBe(path))
