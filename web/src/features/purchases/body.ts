/** A draft as it is sent; pure. */
import { decimal } from '../../ui/format'
import { instalmentsOf } from '../payments/credit'
import { type Draft, dateOf, keyOf, owedOf, termsOf } from './draft'
import { linePrice } from './lines'

export const bodyOf = (draft: Draft, total: number, today: string) => ({
  type: draft.type,
  document: draft.document,
  serie: draft.serie.trim(),
  number: draft.number.trim(),
  date: dateOf(draft, today),
  time: draft.time || undefined,
  provider_id: draft.provider?.id ?? 0,
  items: draft.lines.map((line) => ({
    item_id: line.item_id,
    item_type: line.item_type,
    quantity: line.quantity || '0',
    measurement_id: line.measurement_id,
    ...(line.by === 'total' && linePrice(line) !== null
      ? { total_price: line.total || '0' }
      : { buy_price: line.price || '0' }),
    is_exempt: line.is_exempt || undefined,
  })),
  matches: matchesOf(draft),
  prices_include_igv: draft.include_igv,
  discount: draft.discount || undefined,
  freight: draft.freight || undefined,
  total: draft.paper ? decimal(owedOf(draft, total)) : undefined,
  ...(draft.type === 'CREDITO'
    ? {
        quotes: instalmentsOf(termsOf(draft, today), owedOf(draft, total)).map(({ amount, due_on }) => ({
          amount,
          date: due_on,
        })),
      }
    : {
        payment: {
          source: draft.source,
          payment_option: draft.source === 'OTHER' ? (draft.payment_option ?? undefined) : undefined,
        },
      }),
})

/* What was taken out of the purchase meanwhile says nothing any more. */
function matchesOf({ matches, lines }: Draft) {
  const kept = matches.filter((match) => lines.some((line) => keyOf(line) === keyOf(match)))
  return kept.length > 0 ? kept : undefined
}

export type NewPurchase = ReturnType<typeof bodyOf>
