import type { TFunction } from 'i18next'
import { useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentInfo, PaymentsConfig, RequestClient } from '../../api/model'
import { centimos, money } from '../../ui/format'
import { usePromotions } from '../promotions/usePromotions'
import { type Block, bodyOf, sumUp } from './collectable'
import type { Split } from './due'
import { begin, type Facts, isBegun, type Paying, paying, type Step } from './paying'
import { useCollect } from './useCollect'

/** One payment in the making, and its way to the server. */
export function usePaymentWork(
  info: PaymentInfo,
  config: PaymentsConfig,
  requestClient: RequestClient | null,
  isAsking: boolean,
) {
  const { t } = useTranslation()
  const facts: Facts = { info, config, requestClient, maxUnnamed: centimos(info.unnamed_boleta_limit) }
  const [now, step] = useReducer((was: Paying, next: Step) => paying(facts, was, next), facts, begin)
  const [promotions, setPromotions] = usePromotions(config.promotions)
  const collecting = useCollect(info.client_request_id, (payment) => step({ type: 'paid', payment }))
  const { block, ...sums } = sumUp(facts, now)
  const exactly = block?.why === 'notEnough' ? paying(facts, now, { type: 'exact' }) : now
  const send = (what: Paying) => {
    if (isAsking || collecting.step !== 'idle' || info.is_paid || sumUp(facts, what).block) return
    if (what !== now) step({ type: 'exact' })
    step({ type: 'hidePaid' })
    collecting.collect(bodyOf(facts, what, sums.due, promotions))
  }
  return {
    now,
    /** What people do with it. */
    step,
    ...sums,
    /** Why it cannot be collected, in words. */
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
    /** Only the amount is missing. */
    mayExact: exactly !== now && sumUp(facts, exactly).block === null,
    collectExact: () => send(exactly),
  }
}

export type PaymentWork = ReturnType<typeof usePaymentWork>

const textOf = (block: Block, t: TFunction) =>
  block.why === 'needsClient'
    ? t('payments.needsClient', { amount: money(block.amount) })
    : t(`payments.${block.why}`, 'name' in block ? { name: block.name } : {})
