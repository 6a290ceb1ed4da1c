import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { errorText } from '../../api/errors'
import { openPdf } from '../../api/pdf'
import { queryClient } from '../../api/query'
import { floorKeys } from '../../data/floor/keys'
import { orderKeys } from '../../data/orders/keys'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'

/** Fetches the account after a write whose answer does not bring it. */
export const refetchRequest = (requestId: number) => {
  void queryClient.invalidateQueries({ queryKey: orderKeys.one(requestId) })
  void queryClient.invalidateQueries({ queryKey: floorKeys.all })
}

/** A second pre-bill within this time (ms) is taken for a double tap. */
const secondTapMs = 1000

/** Prints the pre-bill, or opens it where it is a PDF; only then does the table show that its bill was asked for. */
export function usePreBill(requestId: number) {
  const { t } = useTranslation()
  const failed = t('orders.preBillFailed')
  const printedAt = useRef(Number.NEGATIVE_INFINITY)
  const ask = (pdf_shown: boolean) => (_: undefined, key: string) =>
    write('POST', `/orders/${requestId}/pre-order-print`, key, { pdf_shown })
  const shown = useWrite(ask(true), {
    failed,
    onSuccess: (answer) => {
      refetchRequest(requestId)
      if (answer.warnings[0]) showToast('warning', answer.warnings[0])
    },
  })
  const asked = useWrite(ask(false), {
    failed,
    onSuccess: (answer) => {
      printedAt.current = performance.now()
      if (answer.pdf) {
        openPdf(`/orders/${requestId}/pre-order-pdf`).then(
          () => shown.mutate(undefined),
          (error) => {
            printedAt.current = Number.NEGATIVE_INFINITY
            showToast('danger', failed, errorText(error))
          },
        )
        return
      }
      refetchRequest(requestId)
      const warning = answer.warnings[0]
      if (warning) showToast('warning', t('orders.preBillDone'), warning)
      else showToast('success', t('orders.preBillDone'))
    },
  })
  const print = () => {
    if (performance.now() - printedAt.current > secondTapMs) asked.mutate(undefined)
  }
  return { isPending: asked.isPending || shown.isPending, print }
}
