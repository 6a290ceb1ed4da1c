import type { Decimal, IgvTreatment, ProductDetail } from '../../../api/model'
import { millionths } from '../../../ui/decimals'
import { recipeCosts } from '../../../widgets/supplies/cost'
import type { ProductValues } from './productForm'

/* These functions compute a dish's cost and margin as the server does: in whole millionths, rounded half away from zero. */

const scale = 1_000_000n
/** One hundred percent, and a tenth of one percent, in millionths of one percent. */
const whole = 100n * scale
const tenth = scale / 10n
/** Prices go by ten céntimos: no menu has a finer price. */
const priceStep = scale / 10n

/** Returns the margin of a price without its IGV, in percent with one decimal; null for a free dish or an unknown cost. */
export function marginOf(price: Decimal, cost: bigint | null, igv: Decimal): Decimal | null {
  const paid = millionths(price)
  const rate = millionths(igv)
  if (!paid || cost === null || rate === null) return null
  const by = paid * tenth
  const share = (cost * (whole + rate) + by / 2n) / by
  return String(Number(whole - share * tenth) / Number(scale))
}

/** Returns the lowest price, in steps of ten céntimos, with at least this margin in percent, without IGV. */
export function priceFor(target: Decimal, cost: bigint, igv: Decimal): bigint | null {
  const aim = millionths(target)
  const rate = millionths(igv)
  if (aim === null || aim >= whole || rate === null) return null
  const by = (whole - aim) * priceStep
  return ((cost * (whole + rate) + by - 1n) / by) * priceStep
}

/** Returns the IGV in a price in percent: sales of the jungle hold none. */
export const igvOf = (company: { igv: Decimal; is_jungle: boolean }, treatment: IgvTreatment): Decimal =>
  company.is_jungle || treatment !== 'TAXED' ? '0' : company.igv

type Saved = Pick<ProductDetail, 'food_cost' | 'cost_source' | 'cost_at' | 'combo_has_product'>
type Parts = Parameters<typeof recipeCosts>

/** Returns the product's cost as the form has it; null where it is unknown. */
export function costNow(
  values: ProductValues,
  saved: Saved | null,
  supplies: Parts[1],
  units: Parts[2],
): bigint | null {
  const typed = millionths(values.cost_amount)
  if (values.has_supplies && !values.own_cost)
    return values.supply_items.length > 0 ? recipeCosts(values.supply_items, supplies, units).total : null
  const known = saved ? millionths(saved.food_cost) : null
  // Only the server knows what other products cost.
  if (values.is_combo && !values.own_cost)
    return saved?.cost_source === 'COMBO' && isSameCombo(values, saved) ? known : null
  // The price that was paid for a purchase is better than one that was typed.
  const isBought = !values.own_cost && saved?.cost_source === 'OWN' && saved.cost_at != null
  return isBought ? known : typed
}

const isSameCombo = (values: ProductValues, saved: Saved) =>
  comboKey(values.combo_items) === comboKey(saved.combo_has_product)

const comboKey = (items: readonly { product_id: number | null; quantity: Decimal }[]) =>
  items.map(({ product_id, quantity }) => `${product_id}×${Number(quantity)}`).join()
