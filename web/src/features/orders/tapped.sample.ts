/** This file makes taps for the tests of this folder. */
import type { SaleProduct } from '../../api/model'
import type { BuiltLine } from './taps'

export const built = (over: Partial<BuiltLine> = {}): BuiltLine => ({
  product: { id: 1, name: 'Ají de gallina', production_area: 'COCINA' } as SaleProduct,
  parts: [],
  unit: 3200,
  qty: 1,
  variant: null,
  toppings: [],
  comment: '',
  ...over,
})
