import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { showToast } from '../../../ui/toasts'
import type { MissingReason } from '../draft'
import { attachKept } from '../from-xml/keptFile'
import { purchaseBody } from '../purchaseBody'
import { useCreatePurchase } from '../queries'
import type { FieldErrorState } from './useFieldErrors'
import type { FieldFocus } from './useFieldFocus'
import type { PurchaseDraftState } from './usePurchaseDraft'

interface Facts {
  /** The sum of the lines, in céntimos. */
  total: number
  today: string
  missing: MissingReason | null
}

/** Saves the draft and leaves the page, or moves the focus to what is missing or was refused. */
export function useSavePurchase(
  { draft, drop }: PurchaseDraftState,
  { total, today, missing }: Facts,
  fields: FieldErrorState,
  { go, goToLine }: FieldFocus,
) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useCreatePurchase((number, id) => {
    attachKept(id, draft.file)
    drop()
    showToast('success', t('purchases.created'), number)
    void navigate('/purchase')
  })
  const save = () => {
    if (create.isPending) return
    if (missing) {
      const line = 'line' in missing ? missing.line : null
      if (line === null) go(missing.why)
      else goToLine(line, missing.why === 'quantity' ? 'quantity' : 'price')
      const name = 'name' in missing ? missing.name : ''
      showToast('warning', t(`purchases.missing.${missing.why}`, { name }))
      return
    }
    fields.forgetTwin()
    create.mutate(purchaseBody(draft, total, today), {
      onError: (error) => {
        const { isTwin, line } = fields.refuse(error)
        if (isTwin) go('number')
        if (line !== null) goToLine(line, 'quantity')
      },
    })
  }
  return { save, saving: create.isPending }
}
