import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { get, write } from '../../api/client'
import type { Payment, PaymentInfo, PaymentsConfig } from '../../api/model'
import { keys, queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { useWrite } from '../../api/useWrite'

/** What is due on an account, with its lines; live, because another till may collect a part of it. */
export function usePaymentInfo(id: number) {
  useRoom(`request:${id}`)
  return useQuery({
    queryKey: keys.payment(id),
    queryFn: ({ signal }) => get<PaymentInfo>(`/payments-get-info/${id}`, undefined, signal),
  })
}

/** Methods, documents with their series, quick amounts, and one's own open cash cycle. */
export function usePaymentsConfig() {
  useRoom('cash')
  return useQuery({
    queryKey: keys.paymentConfig,
    queryFn: ({ signal }) => get<PaymentsConfig>('/payments-get-config', undefined, signal),
  })
}

export interface PaymentBody {
  client_request_id: number
  payment_options: Record<string, string>
  operation_numbers?: Record<string, string>
  billing_type_id: number
  client_id?: number
  products?: { id: number; qty: string }[]
  share?: { of: number }
  amount?: string
  by_consumption?: boolean
  print?: boolean
}

export function usePay(requestId: number, onPaid: (payment: Payment) => void) {
  const { t } = useTranslation()
  const refetch = () => {
    void queryClient.invalidateQueries({ queryKey: keys.request(requestId) })
    void queryClient.invalidateQueries({ queryKey: keys.floor })
    void queryClient.invalidateQueries({ queryKey: ['cash'] })
  }
  return useWrite((body: PaymentBody, key) => write<Payment>('POST', '/payments', key, body), {
    failed: t('payments.failed'),
    onSuccess: (payment) => {
      refetch()
      onPaid(payment)
    },
    onError: () => {
      // Somebody may have collected meanwhile: show what is due now.
      refetch()
      return false
    },
  })
}
