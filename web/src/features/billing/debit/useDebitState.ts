import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '../../../api/errors'
import type { DebitQuote, DebitReason, IssuedDocumentDetail, PaymentsConfig } from '../../../api/model'
import { instalmentsOf, isAgreed, isCredit, type Terms, usualTerms } from '../../../data/payments/credit'
import { usePaymentsConfig } from '../../../data/payments/queries'
import { centimos, decimal, money, today } from '../../../ui/format'
import { showToast } from '../../../ui/toasts'
import { useTyped } from '../../../ui/typed'
import { useDebit, useDebitQuote } from './queries'

/** A debit note adds at least this many céntimos. */
const least = 100

/** The state of a debit note in the making: what is added, its quote, and how it is paid. */
export function useDebitState(document: IssuedDocumentDetail, whole: DebitQuote, onClose: () => void) {
  const { t } = useTranslation()
  const config = usePaymentsConfig()
  const [code, setCode] = useState<DebitReason>('01')
  const [reason, setReason] = useState('')
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const [operation, setOperation] = useState('')
  const [terms, setTerms] = useState<Terms | null>(null)
  useTyped({ code, reason, text, chosen, operation, terms })
  const amount = centimos(text)
  const most = centimos(whole.most)
  const wrong = amount > most ? t('debit.tooMuch', { amount: money(most) }) : undefined
  const fits = amount >= least && !wrong
  const quote = useDebitQuote(document.id, code, fits ? decimal(amount) : undefined)
  const { methods, method, owes } = methodOf(config.data?.payment_options ?? [], whole, chosen)
  const agreed = terms ?? usualTerms(today())
  const write = useDebit(document.id, document.client_request_id, ({ billing, warnings }) => {
    showToast('success', t('debit.done', { note: billing?.full_number ?? '' }), warnings[0])
    onClose()
  })
  const wrongPin = isApiError(write.error) && write.error.code.includes('pin')
  const missing = !fits
    ? t('debit.chooseAmount')
    : reason.trim() === ''
      ? t('undo.chooseReason')
      : method?.asks_operation_number && operation.trim() === ''
        ? t('debit.chooseOperation')
        : owes && !isAgreed(agreed, amount, today())
          ? t('debit.chooseTerms')
          : null
  const send = (pin: string, approver_id: number | null) => {
    if (!method) return
    const number = operation.trim()
    write.mutate({
      reason_code: code,
      reason: reason.trim(),
      amount: decimal(amount),
      pin,
      approver_id,
      payment_options: { [method.name]: decimal(amount) },
      operation_numbers: number && !method.is_cash && !owes ? { [method.name]: number } : {},
      instalments: owes ? instalmentsOf(agreed, amount) : [],
    })
  }
  return {
    /** The money needs an open cycle of the user's own, and there is none. */
    noCycle: !!config.data && !config.data.cycle,
    code,
    setCode,
    reason,
    setReason,
    text,
    setText,
    amount,
    wrong,
    figures: fits ? (quote.data?.figures ?? null) : null,
    quoteError: fits ? quote.error : null,
    methods,
    method,
    setMethod: setChosen,
    owes,
    operation,
    setOperation,
    terms,
    setTerms,
    missing,
    ready: !missing && !!method && !quote.error && !quote.isPlaceholderData && !quote.isPending,
    send,
    busy: write.isPending,
    reset: write.reset,
    pinError: wrongPin ? write.error : null,
    error: wrongPin ? null : write.error,
  }
}

export type DebitState = ReturnType<typeof useDebitState>

/** Returns the methods that may pay the note, and the one that does: on credit, where the document was sold so. */
function methodOf(options: PaymentsConfig['payment_options'], whole: DebitQuote, chosen: number | null) {
  const methods = options.filter((option) => !isCredit(option) || whole.client_can_owe)
  const usual = whole.sold_on_credit ? methods.find(isCredit) : undefined
  const method = methods.find((option) => option.id === chosen) ?? usual ?? methods[0]
  return { methods, method, owes: !!method && isCredit(method) }
}
