import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { openPdf } from '../../api/pdf'
import { showToast } from '../../ui/toasts'

/** Shows a document of an account in the layout of 80 mm paper, or as A4. */
export function useDocumentPdf(requestId: number) {
  const { t } = useTranslation()
  const [opening, setOpening] = useState(false)
  const show = async (billingType: number, paymentId: number, format: 'ticket' | 'a4' = 'ticket') => {
    setOpening(true)
    try {
      await openPdf(`/orders/${requestId}/${billingType}/billing-order-pdf`, {
        payment_id: paymentId,
        format,
      })
    } catch (error) {
      showToast('danger', t('payments.pdfFailed'), errorText(error))
    }
    setOpening(false)
  }
  return { opening, show }
}
