import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '../../api/errors'
import type { NewRefund, RefundQuote } from '../../api/model'
import { usePaymentsConfig } from '../../data/payments/queries'
import { type RefundBody, useRefund, useRefundQuote } from '../../data/payments/refunds'
import { centimos, decimal, money } from '../../ui/format'
import { showToast } from '../../ui/toasts'
import { useTyped } from '../../ui/typed'
import type { RefundProps } from './RefundDialog'

/** The units of each line to give back. */
export type Units = Record<number, number>

/** Returns the state of a refund in the making: what is asked, the server's quote, and the write. */
export function useRefundState(props: RefundProps, whole: RefundQuote) {
  const { t } = useTranslation()
  const config = usePaymentsConfig()
  const [outcome, setOutcome] = useState<RefundBody['outcome'] | null>(null)
  const [units, setUnits] = useState<Units>(() => allOf(whole))
  const [stock, setStock] = useState<boolean | null>(null)
  const [inCash, setInCash] = useState(false)
  const [reason, setReason] = useState('')
  useTyped({ outcome, units, stock, inCash, reason })
  const closing = outcome === 'CLOSE'
  const some = closing && whole.lines.some((line) => (units[line.line_id] ?? 0) < Number(line.quantity))
  const part = useRefundQuote(props.paymentId, some ? units : null)
  const quote = some ? part.data : whole
  const write = useRefund(props.paymentId, props.requestId, (done) => {
    showToast('success', doneText(done, props.document, t), given(done))
    props.onClose()
    if (outcome === 'REOPEN') props.onReopened?.()
  })
  const entries = quote?.entries ?? []
  const out = entries.reduce((sum, entry) => sum + centimos(entry.amount), 0)
  // The debt is reduced by itself: nobody chooses how.
  const inMoney = entries.reduce((sum, entry) => sum + (entry.is_credit ? 0 : centimos(entry.amount)), 0)
  const cash = config.data?.payment_options.find((option) => option.is_cash)
  const otherwise = entries.some((entry) => !entry.is_cash && !entry.is_credit)
  const nothing = whole.lines.length > 0 && Object.values(units).every((count) => count === 0)
  const unfit = closing && ((whole.returns_stock && stock === null) || nothing)
  const unbalanced = closing && !!quote && !quote.balances
  const leavesDebit = !some && whole.debit_notes.some((note) => note.goes_first)
  const unsure = some && (part.isFetching || part.error)
  const wrongPin = isApiError(write.error) && write.error.code.includes('pin')
  const send = (pin: string, approver_id: number | null) =>
    write.mutate({
      outcome: outcome ?? 'REOPEN',
      reason: reason.trim(),
      pin,
      approver_id,
      remove_inventory: closing && whole.returns_stock && stock === true,
      without_table: outcome === 'REOPEN' && !!whole.table_taken_by,
      products: some ? chosen(units) : undefined,
      payment_options: inCash && otherwise && cash ? { [cash.name]: decimal(inMoney) } : undefined,
    })
  return {
    /** The money needs an open cycle of the user's own, and there is none. */
    noCycle: !!config.data && !config.data.cycle,
    outcome,
    setOutcome,
    closing,
    units,
    setUnits,
    stock,
    setStock,
    reason,
    setReason,
    /** The cash method, where not all was paid in cash; else undefined. */
    cash: otherwise ? cash : undefined,
    inCash,
    setInCash,
    quote: nothing ? undefined : quote,
    /** The rest of the payment would not match what others paid: fewer dishes are given back, or the payment is opened again. */
    unbalanced,
    quoteError: some ? part.error : null,
    /** The amount to give back, in céntimos. */
    out: nothing ? 0 : out,
    ready: !!outcome && reason.trim() !== '' && !unfit && !unsure && !unbalanced && !leavesDebit,
    send,
    busy: write.isPending,
    reset: write.reset,
    pinError: wrongPin ? write.error : null,
    error: wrongPin ? null : write.error,
  }
}

export type RefundState = ReturnType<typeof useRefundState>

const allOf = (quote: RefundQuote): Units =>
  Object.fromEntries(quote.lines.map((line) => [line.line_id, Number(line.quantity)]))

const chosen = (units: Units) =>
  Object.entries(units)
    .filter(([, count]) => count > 0)
    .map(([id, count]) => ({ id: Number(id), qty: String(count) }))

/** Says what was done: a credit note leaves its document valid. */
function doneText(done: NewRefund, document: string, t: TFunction): string {
  const { refund, credit_note } = done
  const amount = money(centimos(refund.total))
  if (credit_note) return t('refunds.doneWithNote', { amount, document, note: credit_note.full_number })
  return t('refunds.done', { document })
}

const given = (done: NewRefund) =>
  done.refund.entries.map((entry) => `${entry.name} ${money(centimos(entry.amount))}`).join(', ')
