import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '../../../api/errors'
import type { CreditQuote, IssuedDocumentDetail } from '../../../api/model'
import { usePaymentsConfig } from '../../../data/payments/queries'
import { centimos, decimal, money } from '../../../ui/format'
import { showToast } from '../../../ui/toasts'
import { useTyped } from '../../../ui/typed'
import {
  type Amounts,
  type CreditNoteRequest,
  discountedLines,
  type ReasonCode,
  type Units,
  useCreditQuote,
  useUndo,
} from './queries'

/** It says how the money goes back. */
export type Back = 'AS_PAID' | 'CASH' | 'OTHERWISE'

/** The way of undoing: all of it goes back, a part of it, or what stays sold becomes cheaper. */
export type How = 'WHOLE' | 'NOTE' | 'DISCOUNT'

/** The state of undoing a document: what is asked, the server's quote, and the write. */
export function useUndoState(document: IssuedDocumentDetail, whole: CreditQuote, onClose: () => void) {
  const { t } = useTranslation()
  const config = usePaymentsConfig()
  const [how, setHow] = useState<How>('WHOLE')
  const [noteCode, setCode] = useState<ReasonCode>('07')
  const [discountCode, setDiscountCode] = useState<'04' | '05'>('04')
  const [units, setUnits] = useState<Units>({})
  const [amount, setAmount] = useState('')
  const [amounts, setAmounts] = useState<Amounts>({})
  const [reason, setReason] = useState('')
  const [made, setMade] = useState<boolean | null>(null)
  const [moneyBack, setBack] = useState<Back>('AS_PAID')
  useTyped({ how, noteCode, discountCode, units, amount, amounts, reason, made, moneyBack })
  const number = document.full_number
  const isDebit = !!document.debit
  const isDiscount = how === 'DISCOUNT'
  const code = isDiscount ? discountCode : noteCode
  const byLines = how === 'NOTE' && code === '07'
  const recharges = how === 'NOTE' && code === '02'
  const returnsStock = whole.returns_stock && !recharges && !isDiscount && !isDebit
  const none =
    (byLines && Object.values(units).every((count) => count === 0)) ||
    (isDiscount && (code === '04' ? centimos(amount) === 0 : discountedLines(amounts).length === 0))
  const asked: CreditNoteRequest = byLines
    ? { units }
    : !isDiscount
      ? null
      : code === '04'
        ? { amount }
        : { amounts }
  const part = useCreditQuote(document.id, asked, asked !== null && !none)
  const quote = asked ? (none ? null : part.data) : whole
  const back: Back = how !== 'WHOLE' && moneyBack === 'OTHERWISE' ? 'AS_PAID' : moneyBack
  const write = useUndo(document.id, document.client_request_id, (done) => {
    const note = done.credit_note?.full_number
    const given = done.refund.entries
      .filter((entry) => !entry.is_credit)
      .reduce((sum, entry) => sum + centimos(entry.amount), 0)
    showToast(
      'success',
      note ? t('undo.credited', { note }) : t('undo.voided', { document: number }),
      given > 0 ? t('undo.returned', { amount: money(given) }) : undefined,
    )
    onClose()
  })
  const sumOf = (credit: boolean) =>
    (quote?.entries ?? [])
      .filter((entry) => entry.is_credit === credit)
      .reduce((sum, entry) => sum + centimos(entry.amount), 0)
  const out = sumOf(false)
  const cash = config.data?.payment_options.find((option) => option.is_cash)
  const wrongPin = isApiError(write.error) && write.error.code.includes('pin')
  const unsure = asked !== null && !none && (part.isPlaceholderData || part.isPending || !!part.error)
  const takesAll = how === 'WHOLE' || (how === 'NOTE' && !byLines)
  const missing =
    takesAll && whole.debit_notes.some((note) => note.goes_first)
      ? t('undo.debitFirst')
      : none
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
    how,
    setHow,
    code,
    setCode,
    setDiscountCode,
    byLines,
    isDiscount,
    /** True for a debit note: it is taken back whole, and no dish was made for it. */
    isDebit,
    recharges,
    /** True when stock may come back, so that a person has to say whether the dish was made. */
    returnsStock,
    amount,
    setAmount,
    amounts,
    setAmounts,
    units,
    setUnits,
    reason,
    setReason,
    made,
    setMade,
    back,
    setBack,
    /** The cash method, where not all was paid in cash; else undefined. */
    cash: whole.entries.some((entry) => !entry.is_cash && !entry.is_credit) ? cash : undefined,
    quote,
    quoteError: asked && !none ? part.error : null,
    /** The money that goes back, in céntimos, and what comes off the client's debt. */
    out,
    offDebt: sumOf(true),
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
