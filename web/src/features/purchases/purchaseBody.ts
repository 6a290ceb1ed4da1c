/** These pure functions turn a draft into the body that is sent. */

import { instalmentsOf } from '../../data/payments/credit'
import { centimos, decimal } from '../../ui/format'
import {
  asideOf,
  dateOf,
  fieldOf,
  keyOf,
  owedOf,
  type PurchaseDraft,
  paidNow,
  purchaseLinesOf,
  termsOf,
} from './draft'
import { effectOf, isNote, isRegistered, saysIgv } from './kinds'
import { linePrice } from './lines'

export const purchaseBody = (draft: PurchaseDraft, total: number, today: string) => ({
  type: typeOf(draft),
  document: draft.document,
  serie: draft.serie.trim(),
  number: draft.number.trim(),
  date: dateOf(draft, today),
  time: draft.time || undefined,
  period: (isRegistered(draft.document) && draft.period) || undefined,
  provider_id: draft.provider?.id ?? 0,
  ...(isNote(draft.document)
    ? {
        modifies: { ...draft.modifies, date: draft.modifies.date ?? undefined },
        effect: effectOf(draft),
      }
    : {}),
  items: purchaseLinesOf(draft).map((line) => ({
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
  prices_include_igv: draft.document !== 'FACTURA' || draft.include_igv,
  discount: fieldOf(centimos(draft.discount) + centimos(draft.advance)) || undefined,
  advance: draft.advance || undefined,
  freight: draft.freight || undefined,
  isc: draft.isc || undefined,
  icbper: draft.icbper || undefined,
  other_charges: draft.other_charges || undefined,
  total: draft.paper ? decimal(owedOf(draft, total)) : undefined,
  ...(saysIgv(draft.document, draft.modifies.document) && draft.igv !== ''
    ? { igv: draft.igv, igv_base: draft.igvOf?.base, igv_percent: draft.igvOf?.percent ?? percentIn(draft) }
    : { igv_percent: percentIn(draft) }),
  ...(typeOf(draft) === 'CREDITO' && owedOf(draft, total) > 0
    ? {
        quotes: instalmentsOf(termsOf(draft, today), owedOf(draft, total) - asideOf(draft)).map(
          ({ amount, due_on }) => ({ amount, date: due_on }),
        ),
        set_aside: draft.aside.length > 0 ? draft.aside : undefined,
      }
    : {}),
  ...(typeOf(draft) === 'CONTADO' || paidNow(draft, total) > 0
    ? {
        payment: {
          source: draft.source,
          payment_option: draft.source === 'OTHER' ? (draft.payment_option ?? undefined) : undefined,
        },
      }
    : {}),
})

/* Returns the rate of IGV that was typed; only a factura has a field for it. */
const percentIn = ({ document, igv_percent }: PurchaseDraft) =>
  document === 'FACTURA' && Number(igv_percent) > 0 ? igv_percent : undefined

/* A credit note is settled at once. */
const typeOf = ({ document, type }: PurchaseDraft) => (document === 'NOTA_CREDITO' ? 'CONTADO' : type)

/* Matches of items that were removed from the purchase are left out. */
function matchesOf(draft: PurchaseDraft) {
  const { matches } = draft
  const lines = purchaseLinesOf(draft)
  const kept = matches.filter((match) => lines.some((line) => keyOf(line) === keyOf(match)))
  return kept.length > 0 ? kept : undefined
}

export type NewPurchase = ReturnType<typeof purchaseBody>
