import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { keys, queryClient } from '../../api/query'
import { useWrite } from '../../api/useWrite'
import { showToast } from '../../ui/toasts'

/** After a write that does not bring the account back itself. */
export const refetchRequest = (requestId: number) => {
  void queryClient.invalidateQueries({ queryKey: keys.request(requestId) })
  void queryClient.invalidateQueries({ queryKey: keys.floor })
}

/** Prints the pre-bill; the table then says that its bill was asked for. */
export function usePreBill(requestId: number) {
  const { t } = useTranslation()
  return useWrite(
    (_: undefined, key) =>
      write<{ print_job_id: number | null; warnings: string[] }>(
        'POST',
        `/orders/${requestId}/pre-order-print`,
        key,
      ),
    {
      failed: t('orders.preBillFailed'),
      onSuccess: (answer) => {
        refetchRequest(requestId)
        const warning = answer.warnings?.[0]
        if (warning) showToast('warning', t('orders.preBillDone'), warning)
        else showToast('success', t('orders.preBillDone'))
      },
    },
  )
}
