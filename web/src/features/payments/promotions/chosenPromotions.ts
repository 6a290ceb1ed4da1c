/** This device keeps which promotions it prints with its receipts, until that is changed. */
import type { Promotion } from '../../../api/model'

const place = 'comanda.promociones'

export function readChosenPromotions(): number[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(found) ? found.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}

export const keepChosenPromotions = (ids: number[]) => localStorage.setItem(place, JSON.stringify(ids))

/** Returns the chosen promotions that are still valid. */
export const chosenInForce = (chosen: number[], promotions: Pick<Promotion, 'id'>[]) =>
  chosen.filter((id) => promotions.some((each) => each.id === id))
