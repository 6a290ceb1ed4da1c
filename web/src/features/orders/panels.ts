import type { Line, SaleProduct, Variant } from '../../api/model'

/** A work panel, which replaces the product grid (a sheet on a phone) while the account stays in sight. */
export type Panel =
  /** `grams` is the weight of the piece by the label of a scale; `variant` the one whose code was scanned. */
  | {
      kind: 'choices'
      product: SaleProduct
      line: Line | null
      qty?: number
      grams?: number
      variant?: Variant | null
      /** What was chosen before and refused, which is where choosing goes on. */
      from?: Line
    }
  | { kind: 'dismiss'; line: Line }
  | { kind: 'discount' }
  | { kind: 'charge' }
