import { ApiError, isApiError } from '../../api/errors'
import i18n from '../../i18n/i18n'
import { createMovement } from './queries'
import type { ItemType, MovementBody } from './types'

/** What there was of something new, as its form holds it. */
export interface Opening extends Record<string, unknown> {
  opening_quantity: string
  opening_cost: string
}

export const noOpening: Opening = { opening_quantity: '', opening_cost: '' }

/** The movement that opens its stock; null where none was typed. */
export function openingOf(
  type: ItemType,
  id: number,
  { opening_quantity: quantity, opening_cost: cost }: Opening,
  measurement_id?: number | null,
): MovementBody | null {
  if (!quantity || Number(quantity) === 0) return null
  return {
    type: 'in',
    reason: 'OPENING',
    name: i18n.t('openingStock.movement'),
    status: 'APPROVED',
    items: [
      {
        [type === 'SUPPLY' ? 'supply_id' : 'product_id']: id,
        measurement_id: measurement_id ?? undefined,
        quantity,
        unit_price: cost || undefined,
      },
    ],
  }
}

const places: Record<string, keyof Opening> = {
  'items.0.quantity': 'opening_quantity',
  'items.0.unit_price': 'opening_cost',
}

/** Opens the stock of what was just made; what is wrong is said at the fields it was typed in. */
export async function openStock(type: ItemType, key: string, body: MovementBody | null) {
  if (!body) return
  try {
    await createMovement(type, key, body)
  } catch (error) {
    if (!isApiError(error)) throw error
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([name, texts]) => [places[name] ?? name, texts]),
    )
    throw new ApiError(error.status, error.code, error.serverMessage, fields, error.requestId, error.body)
  }
}
