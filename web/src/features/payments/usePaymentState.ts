import type { TFunction } from 'i18next'
import { useEffect, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountClient, PaymentInfo, PaymentsConfig } from '../../api/model'
import { centimos, money } from '../../ui/format'
import { type CollectBlock, paymentBody, sumUp } from './collectable'
import type { Split } from './due'
import { leaveAnswer, leaveField } from './keypadFocus'
import { type Facts, initialPaying, isBegun, type Paying, type PayingStep, reducePaying } from './paying'
import { usePromotions } from './promotions/usePromotions'
import { useCollect } from './useCollect'

/** A second tap within this time (ms) is of the same finger: it does not collect from the next person. */
const sameTapMs = 1_000

/** Returns the state of one payment in the making, and the functions that send it. */
export function usePaymentState(
  info: PaymentInfo,
  config: PaymentsConfig,
  requestClient: AccountClient | null,
  isAsking: boolean,
) {
  const { t } = useTranslation()
  const facts: Facts = { info, config, requestClient, maxUnnamed: centimos(info.unnamed_boleta_limit) }
  const [now, step] = useReducer(
    (was: Paying, next: PayingStep) => reducePaying(facts, was, next),
    facts,
    initialPaying,
  )
  // A client that somebody else chose meanwhile is taken, unless another one was chosen here.
  const billedTo = useRef(requestClient)
  useEffect(() => {
    const before = billedTo.current
    billedTo.current = requestClient
    if (before?.id !== requestClient?.id && now.client?.id === before?.id)
      step({ type: 'client', client: requestClient })
  })
  const [promotions, setPromotions] = usePromotions(config.promotions)
  const paidAt = useRef(Number.NEGATIVE_INFINITY)
  const collecting = useCollect(info.client_request_id, (payment) => {
    paidAt.current = performance.now()
    step({ type: 'paid', payment })
  })
  const { block, ...sums } = sumUp(facts, now)
  const exactly = block?.why === 'notEnough' ? reducePaying(facts, now, { type: 'exact' }) : now
  const send = (what: Paying) => {
    if (isAsking || collecting.step !== 'idle' || info.is_paid || sumUp(facts, what).block) return
    if (performance.now() - paidAt.current < sameTapMs) return
    if (what !== now) step({ type: 'exact' })
    step({ type: 'hidePaid' })
    collecting.collect(paymentBody(facts, what, sums.due, promotions))
  }
  return {
    now,
    /** Applies a step. Choosing a method takes the focus from any field, so that digits go to the amount. */
    step: (next: PayingStep) => {
      if (next.type === 'method' || next.type === 'nextMethod' || next.type === 'activate') leaveField()
      if (next.type === 'nextMethod' || next.type === 'nextDocument') leaveAnswer()
      // The server refused the address that stood there before.
      if (next.type === 'email') collecting.forgive()
      step(next)
    },
    ...sums,
    /** The sentence about why it cannot be collected; null when it can. */
    blocked: block && textOf(block, t),
    begun: isBegun(facts, now),
    promotions,
    setPromotions,
    collecting,
    splitBy: (split: Split) => {
      step({ type: 'split', split })
      collecting.forgive()
    },
    collect: () => send(now),
    /** True when the amount is all that is missing. */
    mayExact: exactly !== now && sumUp(facts, exactly).block === null,
    collectExact: () => send(exactly),
  }
}

export type PaymentState = ReturnType<typeof usePaymentState>

const textOf = (block: CollectBlock, t: TFunction) =>
  block.why === 'needsClient'
    ? t('payments.needsClient', { amount: money(block.amount) })
    : t(`payments.${block.why}`, 'name' in block ? { name: block.name } : {})
