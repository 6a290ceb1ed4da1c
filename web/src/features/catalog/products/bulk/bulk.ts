import { write } from '../../../../api/client'
import type { BulkChange } from '../../../../api/model'

export type What = 'price' | 'category' | 'area' | 'status'
export type PriceName = 'sale_amount' | 'delivery_price' | 'delivery_app_price'
export type RoundingStep = '0.01' | '0.10' | '0.50'

/** The values of the dialog. */
export interface Answers {
  what: What
  how: 'percent' | 'set'
  /** True raises prices, false lowers them. */
  up: boolean
  percent: string
  amount: string
  step: RoundingStep
  prices: PriceName[]
  category: string | null
  /** The area's id; empty means that no area makes it. */
  area: string | null
  status: 'ACTIVE' | 'INACTIVE'
}

export const initialAnswers: Answers = {
  what: 'price',
  how: 'percent',
  up: true,
  percent: '',
  amount: '',
  step: '0.10',
  prices: ['sale_amount'],
  category: null,
  area: null,
  status: 'INACTIVE',
}

/** Returns the body; null while something is missing. */
export function bulkChangeBody(ids: number[], of: Answers): BulkChange | null {
  if (of.what === 'status') return { ids, status: of.status }
  if (of.what === 'category') return of.category ? { ids, category_id: Number(of.category) } : null
  if (of.what === 'area')
    return of.area === null ? null : { ids, production_area_id: of.area === '' ? null : Number(of.area) }
  if (of.prices.length === 0) return null
  const { prices } = of
  if (of.how === 'set') return /\d/.test(of.amount) ? { ids, price: { prices, set: of.amount } } : null
  if (!/[1-9]/.test(of.percent)) return null
  const percent = of.up ? of.percent : `-${of.percent}`
  return { ids, price: { prices, percent, round_to: of.step } }
}

/** Changes the products, or previews what would become of them. */
export const writeBulkChange = (body: BulkChange, key: string, preview: boolean) =>
  write('POST', '/products/bulk', key, body, preview ? { preview } : undefined)
