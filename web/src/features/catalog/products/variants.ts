import type { Attribute, Decimal, ProductDetail } from '../../../api/model'

/** What the form keeps of choices: which options are offered, and what each adds. Option id → amount. */
export type Offered = Record<string, Decimal>

/** A product's choices as the form shows them. */
export function offeredOf(variants: ProductDetail['variants'] | undefined): Offered {
  return Object.assign({}, ...(variants ?? []).map(({ options }) => options))
}

/** All combinations of what is offered, one option of each attribute, in the attributes' order. */
export function combined(
  offered: Offered,
  attributes: readonly Attribute[],
): { options: Record<string, Decimal> }[] {
  const groups = attributes
    .map(({ options }) => options.map(({ id }) => String(id)).filter((id) => id in offered))
    .filter((ids) => ids.length > 0)
  if (groups.length === 0) return []
  const rows = groups.reduce<string[][]>(
    (all, ids) => all.flatMap((row) => ids.map((id) => [...row, id])),
    [[]],
  )
  return rows.map((ids) => ({ options: Object.fromEntries(ids.map((id) => [id, offered[id] || '0'])) }))
}
