/** This keeps the file that the draft was read from until the purchase is saved; then it is attached to it. */
import { upload } from '../../../api/client'
import { errorText } from '../../../api/errors'
import { queryClient } from '../../../api/query'
import { uuid } from '../../../api/uuid'
import { purchaseKeys } from '../../../data/purchases/keys'
import i18n from '../../../i18n/i18n'
import { showToast } from '../../../ui/toasts'

let kept: File | null = null

export function keepFile(file: File | null) {
  kept = file
}

/** Attaches the file once the purchase is saved; after a reload only its name is known, and a person attaches it. */
export function attachKept(purchase: number, name: string | null) {
  const file = kept
  kept = null
  if (!file || file.name !== name) return
  upload(`/purchase/${purchase}/files`, uuid(), file)
    .then(() => queryClient.invalidateQueries({ queryKey: purchaseKeys.one(purchase) }))
    .catch((error: Error) => showToast('danger', i18n.t('purchases.files.failed'), errorText(error)))
}
