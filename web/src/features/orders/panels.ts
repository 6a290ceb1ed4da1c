import type { Line, SaleProduct } from '../../api/model'

/** A work panel, which replaces the product grid (a sheet on a phone) while the account stays in sight. */
export type Panel =
  /** `grams` is what the label of a scale tells of the piece. */
  | { kind: 'choices'; product: SaleProduct; line: Line | null; qty?: number; grams?: number }
  | { kind: 'dismiss'; line: Line }
  | { kind: 'discount' }
  | { kind: 'charge' }
