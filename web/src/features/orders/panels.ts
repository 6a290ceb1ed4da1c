import type { Line, SaleProduct } from '../../api/model'

/** A work panel, which replaces the product grid (a sheet on a phone) while the account stays in sight. */
export type Panel =
  | { kind: 'choices'; product: SaleProduct; line: Line | null; qty?: number }
  | { kind: 'dismiss'; line: Line }
  | { kind: 'discount' }
  | { kind: 'charge' }
