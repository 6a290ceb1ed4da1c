import { usePaymentsConfig } from '../../../data/payments/queries'
import { useLastPrices } from '../../../data/purchases/prices'
import { today } from '../../../ui/format'
import { dateOf, keyOf, missingOf, type PurchaseDraft, percentOf, purchaseSums } from '../draft'
import { togglePriceOrTotal } from '../lines'
import { useBuyables, usePaperRules } from '../queries'
import { useAddItem } from './useAddItem'
import { useFieldErrors } from './useFieldErrors'
import { useFieldFocus } from './useFieldFocus'
import { usePurchaseDraft } from './usePurchaseDraft'
import { useSavePurchase } from './useSavePurchase'

/** Maps the server's names of fields that have another name here. */
const serverNames: Record<string, string> = {
  provider: 'provider_id',
  paper: 'total',
  terms: 'quotes',
  aside: 'set_aside',
  igvOf: 'igv',
  source: 'payment',
  payment_option: 'payment',
}
/** These fields identify a document. */
const ofPaper = ['provider', 'document', 'serie', 'number'] as const

/** Reads the rules of the document's day: the rate of its IGV, and the percentage that its prices do not include. */
function useIgv(draft: PurchaseDraft, now: string) {
  const rules = usePaperRules(dateOf(draft, now), draft.document).data
  const igvRate = percentOf(draft, Number(rules?.igv_percent ?? 0))
  // Only a factura states the IGV separately.
  const igvPercent = draft.document === 'FACTURA' && !draft.include_igv ? igvRate : 0
  return { rules, igvRate, igvPercent }
}

/** Returns the state and all actions of the page of a new purchase. */
export function useNewPurchase() {
  const work = usePurchaseDraft()
  const { draft, change, changeLine } = work
  const stock = useBuyables()
  const prices = useLastPrices(draft.lines.map(keyOf)).data ?? []
  const config = usePaymentsConfig().data
  const now = today()
  const { rules, igvRate, igvPercent } = useIgv(draft, now)
  const fields = useFieldErrors()
  // Lines that came from the list of what to buy lack only the provider.
  const focus = useFieldFocus(draft.lines.length > 0 && !draft.provider ? 'provider' : null)
  const { add, warnUnknown } = useAddItem(work, stock.items, focus.goToLine)

  const remove = (at: number) => {
    change({ lines: draft.lines.filter((_, index) => index !== at) })
    fields.forget('items')
    focus.goToSearch()
  }

  const { total, igv, goods } = purchaseSums(draft, igvPercent)
  const hasCycle = config ? config.cycle !== null && config.cycle !== undefined : null
  const missing = missingOf(draft, { total, today: now, hasCycle })

  const { save, saving } = useSavePurchase(work, { total, today: now, missing }, fields, focus)

  return {
    ...work,
    /** The errors of fields that are changed are dropped. */
    changeField: (part: Partial<PurchaseDraft>) => {
      for (const name of Object.keys(part)) fields.forget(serverNames[name] ?? name)
      if (ofPaper.some((name) => name in part)) fields.forgetTwin()
      // Another day has other months to choose from.
      change('date' in part ? { period: '', ...part } : part)
    },
    changeLine: (at: number, part: Partial<PurchaseDraft['lines'][number]>) => {
      fields.forget(`items.${at}`)
      changeLine(at, (line) => ({ ...line, ...part }))
    },
    stock,
    prices,
    config,
    igvPercent,
    igvRate,
    rules,
    sums: { total, igv, goods },
    today: now,
    missing,
    hasCycle,
    errors: fields.errors,
    twin: fields.twin,
    saving,
    ...focus,
    add,
    warnUnknown,
    remove,
    toggle: () => {
      if (focus.active !== null) changeLine(focus.active, togglePriceOrTotal)
    },
    save,
  }
}

export type NewPurchaseState = ReturnType<typeof useNewPurchase>
