import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '../../../api/errors'
import type { CreditQuote, IssuedDocumentDetail } from '../../../api/model'
import { usePaymentsConfig } from '../../../data/payments/queries'
import { centimos, decimal, money } from '../../../ui/format'
import { showToast } from '../../../ui/toasts'
import { useTyped } from '../../../ui/typed'
import { type Choices, extentOf, type How } from './extent'
import { type Amounts, type ReasonCode, type Units, useCreditQuote, useUndo } from './queries'

/** It says how the money goes back. */
export type Back = 'AS_PAID' | 'CASH' | 'OTHERWISE'

/** The state of undoing a document: what is asked, the server's quote, and the write. */
export function useUndoState(document: IssuedDocumentDetail, whole: CreditQuote, onClose: () => void) {
  const { t } = useTranslation()
  const config = usePaymentsConfig()
  const { choices, ...setChoice } = useChoices()
  const [reason, setReason] = useState('')
  const [made, setMade] = useState<boolean | null>(null)
  const [moneyBack, setBack] = useState<Back>('AS_PAID')
  useTyped({ ...choices, reason, made, moneyBack })
  const isDebit = !!document.debit
  const { how } = choices
  const { code, byLines, isDiscount, recharges, takesAll, asked, isEmpty } = extentOf(choices)
  const returnsStock = whole.returns_stock && !recharges && !isDiscount && !isDebit
  const part = useCreditQuote(document.id, asked, asked !== null && !isEmpty)
  const quote = asked ? (isEmpty ? null : part.data) : whole
  const back: Back = how !== 'WHOLE' && moneyBack === 'OTHERWISE' ? 'AS_PAID' : moneyBack
  const write = useUndoWrite(document, onClose)
  const entries = quote?.entries ?? []
  const out = sumOf(entries.filter((entry) => !entry.is_credit))
  const cash = config.data?.payment_options.find((option) => option.is_cash)
  const wrongPin = isApiError(write.error) && write.error.code.includes('pin')
  const unsure = asked !== null && !isEmpty && (part.isPlaceholderData || part.isPending || !!part.error)
  const debitFirst = takesAll && whole.debit_notes.some((note) => note.goes_first)
  const missing = debitFirst
    ? t('undo.debitFirst')
    : isEmpty
      ? t(isDiscount ? 'undo.chooseAmount' : 'undo.chooseLines')
      : reason.trim() === ''
        ? t('undo.chooseReason')
        : returnsStock && made === null
          ? t('undo.chooseStock')
          : null
  const send = (pin: string, approver_id: number | null) =>
    write.mutate({
      note: how === 'WHOLE' ? null : { reason_code: code, asked },
      reason: reason.trim(),
      pin,
      approver_id,
      remove_inventory: returnsStock && made === false,
      returned_otherwise: back === 'OTHERWISE',
      payment_options: back === 'CASH' && cash && out > 0 ? { [cash.name]: decimal(out) } : undefined,
    })
  return {
    /** The money needs an open cycle of the user's own, and there is none. */
    noCycle: !!config.data && !config.data.cycle,
    cycle: config.data?.cycle ?? null,
    ...choices,
    ...setChoice,
    code,
    byLines,
    isDiscount,
    /** True for a debit note: it is taken back whole, and no dish was made for it. */
    isDebit,
    recharges,
    /** True when stock may come back, so that a person has to say whether the dish was made. */
    returnsStock,
    reason,
    setReason,
    made,
    setMade,
    back,
    setBack,
    /** The cash method, where not all was paid in cash; else undefined. */
    cash: whole.entries.some((entry) => !entry.is_cash && !entry.is_credit) ? cash : undefined,
    quote,
    quoteError: asked && !isEmpty ? part.error : null,
    /** The money that goes back, in céntimos, and what comes off the client's debt. */
    out,
    offDebt: sumOf(entries.filter((entry) => entry.is_credit)),
    missing,
    ready: !missing && !unsure,
    send,
    busy: write.isPending,
    reset: write.reset,
    pinError: wrongPin ? write.error : null,
    error: wrongPin ? null : write.error,
  }
}

export type UndoState = ReturnType<typeof useUndoState>

/** Holds what a person chose of the document. */
function useChoices() {
  const [how, setHow] = useState<How>('WHOLE')
  const [noteCode, setCode] = useState<ReasonCode>('07')
  const [discountCode, setDiscountCode] = useState<'04' | '05'>('04')
  const [units, setUnits] = useState<Units>({})
  const [amount, setAmount] = useState('')
  const [amounts, setAmounts] = useState<Amounts>({})
  const choices: Choices = { how, noteCode, discountCode, units, amount, amounts }
  return { choices, setHow, setCode, setDiscountCode, setUnits, setAmount, setAmounts }
}

/** Undoes the document and tells what was done: a credit note leaves it valid. */
function useUndoWrite(document: IssuedDocumentDetail, onDone: () => void) {
  const { t } = useTranslation()
  return useUndo(document.id, document.client_request_id, ({ credit_note, refund }) => {
    const note = credit_note?.full_number
    const given = sumOf(refund.entries.filter((entry) => !entry.is_credit))
    showToast(
      'success',
      note ? t('undo.credited', { note }) : t('undo.voided', { document: document.full_number }),
      given > 0 ? t('undo.returned', { amount: money(given) }) : undefined,
    )
    onDone()
  })
}

/** Returns the sum of amounts, in céntimos. */
const sumOf = (entries: readonly { amount: string }[]) =>
  entries.reduce((sum, entry) => sum + centimos(entry.amount), 0)
