import type { RateChangeDish } from '../../../api/model'
import { centimos, decimal } from '../../../ui/format'

/** The administrator's decision about prices when the rate changes. */
export type PriceDecision = 'KEEP_PRICES' | 'KEEP_LEFT' | 'BY_DISH'

/** It holds the prices typed by hand, by product id; an empty text is still being typed. */
export type TypedPrices = Readonly<Record<number, string>>

/** Returns the price that a dish would have, as it is typed. */
export function newPrice(dish: RateChangeDish, way: PriceDecision, typed: TypedPrices): string {
  if (way === 'KEEP_PRICES') return decimal(centimos(dish.price))
  if (way === 'KEEP_LEFT') return decimal(centimos(dish.proposed_price))
  return typed[dish.product_id] ?? decimal(centimos(dish.proposed_price))
}

/**
 * Returns what a price leaves under the new rate, in céntimos: what the present price would leave, and the part left of its rise;
 * null while either is unknown.
 */
export function leftThen(dish: RateChangeDish, price: string, netOfOne: string): number | null {
  if (dish.left_if_same == null || price === '') return null
  if (centimos(price) === centimos(dish.proposed_price) && dish.left_then != null)
    return centimos(dish.left_then)
  const raised = centimos(price) - centimos(dish.price)
  return centimos(dish.left_if_same) + Math.round(raised * Number(netOfOne))
}

/** Returns all prices of a proposal, to go on from by hand. */
export const pricesOf = (
  dishes: readonly RateChangeDish[],
  way: PriceDecision,
  typed: TypedPrices,
): TypedPrices => Object.fromEntries(dishes.map((dish) => [dish.product_id, newPrice(dish, way, typed)]))

/** Returns the prices that would change, as the server takes them. */
export const changedPrices = (dishes: readonly RateChangeDish[], way: PriceDecision, typed: TypedPrices) =>
  dishes
    .map((dish) => ({
      product_id: dish.product_id,
      now: centimos(dish.price),
      price: newPrice(dish, way, typed),
    }))
    .filter((each) => each.price !== '' && centimos(each.price) !== each.now)
    .map(({ product_id, price }) => ({ product_id, price }))

/** Returns the prices that are planned already, to go on from. */
export const plannedPrices = (dishes: readonly RateChangeDish[]): TypedPrices =>
  Object.fromEntries(
    dishes.map((dish) => [dish.product_id, decimal(centimos(dish.planned_price ?? dish.price))]),
  )
