import { useTranslation } from 'react-i18next'
import { showToast } from '../../../ui/toasts'
import { useScanner } from '../../../ui/useScanner'
import { keyOf, maxLines, type PurchaseDraft } from '../draft'
import { type Bought, type Buyable, findByCode } from '../items'
import type { FieldFocus } from './useFieldFocus'
import { useNamedItem } from './useNamedItem'
import type { PurchaseDraftState } from './usePurchaseDraft'

/** Adds lines to the draft: the item that was picked, that a scanner read, or that the address names. */
export function useAddItem(
  { draft, change, restore }: PurchaseDraftState,
  items: readonly Buyable[],
  goToLine: FieldFocus['goToLine'],
) {
  const { t } = useTranslation()
  const warn = (key: 'twice' | 'tooMany' | 'unknownCode') =>
    showToast('warning', t(`purchases.${key}`, { max: maxLines }))

  const add = (item: Bought, to: PurchaseDraft = draft) => {
    const there = to.lines.findIndex((line) => keyOf(line) === keyOf(item))
    if (there >= 0) {
      warn('twice')
      goToLine(there, 'quantity')
      return
    }
    if (to.lines.length >= maxLines) return warn('tooMany')
    const { item_type, item_id, name, own_id } = item
    const line = { item_type, item_id, name, own_id, measurement_id: own_id }
    change({ lines: [...to.lines, { ...line, quantity: '', by: 'price', price: '', total: '' }] })
    goToLine(to.lines.length, 'quantity')
  }
  useNamedItem(items, add)
  useScanner(
    () => draft,
    (code, before) => {
      const item = findByCode(items, code)
      if (!item) return false
      restore(before)
      add(item, before)
      return true
    },
  )
  return { add, warnUnknown: () => warn('unknownCode') }
}
