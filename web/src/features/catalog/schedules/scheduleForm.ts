import type { Schedule } from '../../../api/model'

/** A product of a schedule in the form; an empty price follows the percentage, or the usual price. */
export interface ScheduleItem extends Record<string, unknown> {
  /** A number of the row, valid while the form is open: rows come and go. */
  row: number
  product_id: number | null
  name?: string
  price: string
  /** The price of each variant, by its id. */
  variants: Record<string, string>
}

export const channels = ['TABLE', 'ORDER', 'DELIVERY', 'APP'] as const
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

export const scheduleFormValues = (schedule: Schedule | null) => {
  const percent = Number(schedule?.percent ?? 0)
  return {
    name: schedule?.name ?? '',
    days: schedule?.days ?? [],
    from: schedule?.from ?? '',
    until: schedule?.until ?? '',
    valid_from: schedule?.valid_from ?? null,
    valid_until: schedule?.valid_until ?? null,
    channels: schedule?.channels ?? [...channels],
    category_ids: schedule?.category_ids ?? [],
    products: (schedule?.products ?? []).map(
      (product, row): ScheduleItem => ({
        row,
        product_id: product.product_id,
        name: product.name,
        price: product.price ?? '',
        variants: Object.fromEntries(product.variants.map((each) => [String(each.variant_id), each.price])),
      }),
    ),
    limits_sale: schedule?.limits_sale ?? false,
    change: percent < 0 ? 'less' : percent > 0 ? 'more' : 'none',
    percent: percent === 0 ? '' : String(Math.abs(percent)),
    status: schedule?.status ?? 'ACTIVE',
  }
}

export type ScheduleValues = ReturnType<typeof scheduleFormValues>

/** Returns the body for the server: a decrease is negative, and an empty price is left out. */
export function scheduleBody({ change, percent, products, ...rest }: ScheduleValues) {
  return {
    ...rest,
    percent: change === 'none' ? null : change === 'less' ? `-${percent || '0'}` : percent || '0',
    products: products.flatMap(({ product_id, price, variants }) =>
      product_id === null ? [] : [{ product_id, price: price || null, variants: pricesOf(variants) }],
    ),
  }
}

const pricesOf = (variants: ScheduleItem['variants']) =>
  Object.entries(variants)
    .filter(([, price]) => price !== '')
    .map(([id, price]) => ({ variant_id: Number(id), price }))
