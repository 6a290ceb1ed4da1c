/** These pure functions make an order of what should be bought: quantities by item, the text to send, and the purchase. */
import type { ToBuyItem, ToBuyProvider } from '../../../api/model'
import { centimos, charged, priceCentimos, quantity } from '../../../ui/format'
import { type DraftLine, emptyPurchaseDraft, keyOf, type PurchaseDraft } from '../draft'
import type { Buyable } from '../items'

/** Typed quantities by `SUPPLY:3`; an item that is missing keeps the proposed one. */
export type TypedQuantities = Readonly<Record<string, string>>

export const orderedOf = (item: ToBuyItem, typed: TypedQuantities) => typed[keyOf(item)] ?? item.quantity

/** The cost in céntimos; null when it is unknown. */
export const itemTotal = (item: ToBuyItem, typed: TypedQuantities) =>
  item.price == null ? null : charged(priceCentimos(item.price), Number(orderedOf(item, typed)))

/** Returns the items of a provider with a quantity above zero. */
export const chosenOf = (provider: ToBuyProvider, typed: TypedQuantities) =>
  provider.items.filter((item) => Number(orderedOf(item, typed)) > 0)

export const providerTotal = (provider: ToBuyProvider, typed: TypedQuantities) =>
  chosenOf(provider, typed).reduce((sum, item) => sum + (itemTotal(item, typed) ?? 0), 0)

/** Returns the text of an order: "- 31 kg Lomo fino" line by line. */
export const orderText = (provider: ToBuyProvider, typed: TypedQuantities) =>
  chosenOf(provider, typed)
    .map((item) => `- ${quantity(orderedOf(item, typed))} ${item.buy_measurement} ${item.name}`)
    .join('\n')

/** Returns the lines as the call that prints the order takes them. */
export const orderLinesParam = (provider: ToBuyProvider, typed: TypedQuantities) =>
  chosenOf(provider, typed)
    .map((item) => `${keyOf(item)}:${orderedOf(item, typed)}:${item.buy_measurement_id ?? ''}`)
    .join(',')

/** Returns the purchase for when it is delivered: with the last prices. */
export function draftOf(
  provider: ToBuyProvider,
  typed: TypedQuantities,
  buyables: readonly Buyable[],
): PurchaseDraft {
  const lines = chosenOf(provider, typed).flatMap((item): DraftLine[] => {
    const known = buyables.find((each) => keyOf(each) === keyOf(item))
    if (!known) return []
    return [
      {
        item_type: item.item_type,
        item_id: item.item_id,
        name: item.name,
        own_id: known.own_id,
        measurement_id: item.buy_measurement_id ?? known.own_id,
        quantity: orderedOf(item, typed),
        by: 'price',
        price: item.price ?? '',
        total: '',
      },
    ]
  })
  const { provider_id: id, name, document } = provider
  return { ...emptyPurchaseDraft, provider: id == null ? null : { id, name, document }, lines }
}

/** Returns a Peruvian mobile number with its country code, as `wa.me` takes it; null where it is none. */
export function mobileOf(phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  if (/^9\d{8}$/.test(digits)) return `51${digits}`
  return /^519\d{8}$/.test(digits) ? digits : null
}

/** Adds amounts of the server in céntimos. */
export const totalOfAll = (providers: readonly ToBuyProvider[]) =>
  providers.reduce((sum, provider) => sum + centimos(provider.total), 0)
