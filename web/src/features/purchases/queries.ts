import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { get, list, write } from '../../api/client'
import { fieldErrors } from '../../api/errors'
import type { MoneySource, PurchaseDocument } from '../../api/model'
import { queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { cashKeys } from '../../data/cash/keys'
import { isPinTrouble } from '../../data/cash/queries'
import { catalogKeys } from '../../data/catalog/keys'
import { useSupplies, useUnits } from '../../data/catalog/selectOptions'
import { paymentKeys } from '../../data/payments/keys'
import { providerKeys } from '../../data/providers/keys'
import { purchaseKeys } from '../../data/purchases/keys'
import { reportKeys } from '../../data/reports/keys'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'
import type { PurchaseFilter } from './filter'
import { purchaseQueryOf } from './filter'
import { buyables } from './items'
import type { NewPurchase } from './purchaseBody'

/** Errors of a new purchase are shown for this long (ms). */
const errorsMs = 8000

/** Reads a page of purchases with the sums of all that match. */
export function usePurchases(filter: PurchaseFilter) {
  useRoom('catalog')
  const asked = purchaseQueryOf(filter)
  return useQuery({
    queryKey: purchaseKeys.list(asked),
    queryFn: ({ signal }) => list('/purchase', asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads the debts to providers, of any day. */
export function useOwed() {
  useRoom('catalog')
  return useQuery({
    queryKey: purchaseKeys.owed,
    queryFn: async ({ signal }) =>
      (await list('/purchase', { per_page: 1, filters: '{"state":["DUE"]}' }, signal)).totals,
  })
}

export function usePurchase(id: number) {
  useRoom('catalog')
  return useQuery({
    queryKey: purchaseKeys.one(id),
    queryFn: ({ signal }) => get(`/purchase/${id}`, undefined, signal),
  })
}

/** Reads the rules for a document of that day: its rate of IGV, and the months whose register takes it. */
export function usePaperRules(date: string, document: PurchaseDocument) {
  return useQuery({
    queryKey: purchaseKeys.paperRulesOn(date, document),
    queryFn: ({ signal }) => get('/purchase/paper-rules', { date, document }, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads what to buy so that the stock lasts this many days. */
export function useToBuy(days: number) {
  useRoom('catalog')
  return useQuery({
    queryKey: purchaseKeys.toBuy(days),
    queryFn: ({ signal }) => get('/purchase/to-buy', { days }, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads the counted products and the supplies, with the units that they are bought in. */
export function useBuyables() {
  useRoom('catalog')
  const products = useQuery({
    queryKey: catalogKeys.stocked,
    queryFn: async ({ signal }) => (await list('/products-by-has-stock', { active_only: true }, signal)).rows,
  })
  const supplies = useSupplies()
  const units = useUnits()
  const items = useMemo(
    () => buyables(products.data ?? [], supplies.data ?? [], units.data ?? []),
    [products.data, supplies.data, units.data],
  )
  return {
    items,
    units: units.data ?? [],
    error: products.error ?? supplies.error ?? units.error,
    retry: () => {
      for (const each of [products, supplies, units]) if (each.isError) void each.refetch()
    },
  }
}

export function useProviders(term: string, enabled: boolean) {
  return useQuery({
    queryKey: providerKeys.search(term),
    queryFn: ({ signal }) =>
      list('/providers', { term, page: 1, per_page: 8, filters: '{"status":["ACTIVE"]}' }, signal),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** Stock, cash and debts may all have changed by now. */
function purchasesChanged() {
  void queryClient.invalidateQueries({ queryKey: purchaseKeys.all })
  void queryClient.invalidateQueries({ queryKey: reportKeys.purchaseRegisters })
  void queryClient.invalidateQueries({ queryKey: catalogKeys.all })
  void queryClient.invalidateQueries({ queryKey: cashKeys.all })
  void queryClient.invalidateQueries({ queryKey: paymentKeys.config })
}

export function useCreatePurchase(onCreated: (number: string, id: number) => void) {
  const { t } = useTranslation()
  return useWrite((body: NewPurchase, key) => write('POST', '/purchase', key, body), {
    failed: t('purchases.failed'),
    onSuccess: (made) => {
      purchasesChanged()
      onCreated(made.full_number, made.id)
    },
    onError: (error) => {
      const texts = Object.values(fieldErrors(error))
      if (texts.length === 0) return false
      showToast('danger', t('purchases.checkFields'), texts.join('\n'), errorsMs)
      return true
    },
  })
}

export interface PayBody {
  quote_id?: number
  amount: string
  source: MoneySource
  payment_option?: string
  operation_number?: string
}

export function usePayPurchase(id: number, onPaid: () => void) {
  return useWrite((body: PayBody, key) => write('POST', `/purchase/${id}/pay`, key, body), {
    onSuccess: () => {
      purchasesChanged()
      onPaid()
    },
    onError: (error) => {
      // Somebody else may have paid meanwhile: the present debt is shown behind the error.
      purchasesChanged()
      return Object.keys(fieldErrors(error)).length > 0
    },
  })
}

export interface VoidBody {
  reason: string
  pin: string
  approver_id?: number | null
  money?: MoneySource
}

export function useVoidPurchase(id: number, onVoided: () => void) {
  const { t } = useTranslation()
  return useWrite((body: VoidBody, key) => write('DELETE', `/purchase/${id}`, key, body), {
    failed: t('purchases.voidFailed'),
    onSuccess: () => {
      purchasesChanged()
      showToast('success', t('purchases.voided'))
      onVoided()
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: purchaseKeys.one(id) })
      return isPinTrouble(error)
    },
  })
}
