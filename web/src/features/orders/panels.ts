import type { Line, SaleProduct } from '../../api/model'

/** A work panel: it takes the place of the product grid (a sheet on a phone) while the account stays in sight. */
export type Panel =
  | { kind: 'choices'; product: SaleProduct; line: Line | null; qty?: number }
  | { kind: 'dismiss'; line: Line }
  | { kind: 'discount' }
  | { kind: 'charge' }
