import { useEffect, useRef, useState } from 'react'
import { write } from '../../api/client'
import { type ApiError, isApiError } from '../../api/errors'
import type { PaymentTaken } from '../../api/model'
import { useConnection } from '../../api/realtime'
import { uuid } from '../../api/uuid'
import type { PaymentBody } from '../../data/payments/queries'
import { afterCollecting, showBalance } from '../../data/payments/queries'
import { useUser } from '../../session/session'
import { forgetPending, isFresh, keepPending, type PendingPayment, readPending } from './pending'

/**
 * - `sending`: the first moments; nothing is wrong yet.
 * - `checking`: nobody knows whether it went through; the same key and body are sent until the server says.
 * - `old`: left behind long ago; repeated only when somebody says so.
 */
export type CollectState =
  | { step: 'idle' }
  | { step: 'sending' | 'checking' | 'old'; pending: PendingPayment }

const againMs = 2_000
const doubtMs = 4_000

/** Sends one payment of an account, and keeps it on this device until its answer is known, whatever happens meanwhile. */
export function useCollect(requestId: number, onPaid: (payment: PaymentTaken) => void) {
  const user = useUser().id
  const [state, setState] = useState<CollectState>(() => {
    const pending = readPending(user, requestId)
    if (!pending) return { step: 'idle' }
    return { step: isFresh(pending) ? 'checking' : 'old', pending }
  })
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const finish = useRef(onPaid)
  useEffect(() => {
    finish.current = onPaid
  })

  const pending = state.step === 'sending' || state.step === 'checking' ? state.pending : null
  useEffect(() => {
    if (!pending) return
    return ask(pending, {
      paid: (payment) => {
        forgetPending(user, requestId)
        setState({ step: 'idle' })
        afterCollecting(requestId)
        finish.current(payment)
      },
      refused: (error) => {
        forgetPending(user, requestId)
        setState({ step: 'idle' })
        setRefusal(error)
        showBalance(pending.body, error)
      },
      unsure: () => setState({ step: 'checking', pending }),
    })
  }, [pending, requestId, user])

  return {
    step: state.step,
    /** The payment that is being sent, to be shown. */
    pending: state.step === 'idle' ? null : state.pending,
    refusal,
    forgive: () => setRefusal(null),
    collect: (body: PaymentBody) => {
      if (state.step !== 'idle') return
      const sent: PendingPayment = { key: uuid(), body, at: Date.now() }
      keepPending(user, sent)
      setRefusal(null)
      setState({ step: 'sending', pending: sent })
    },
    askAgain: () => {
      if (state.step === 'old') setState({ step: 'checking', pending: state.pending })
    },
    discard: () => {
      forgetPending(user, requestId)
      setState({ step: 'idle' })
    },
  }
}

interface Outcome {
  paid: (payment: PaymentTaken) => void
  refused: (error: ApiError) => void
  unsure: () => void
}

/**
 * Sends it until there is an answer; returns the function that stops. A stopped one stays kept, and is asked for on the next
 * visit.
 */
function ask(pending: PendingPayment, outcome: Outcome): () => void {
  let stopped = false
  let busy = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = async () => {
    if (busy || stopped) return
    busy = true
    clearTimeout(timer)
    try {
      const payment = await write('POST', '/payments', pending.key, pending.body)
      if (!stopped) outcome.paid(payment)
    } catch (error) {
      if (stopped) return
      if (isRefusal(error)) outcome.refused(error)
      else {
        outcome.unsure()
        timer = setTimeout(attempt, againMs)
      }
    } finally {
      busy = false
    }
  }
  void attempt()
  const doubt = setTimeout(outcome.unsure, doubtMs)
  const atOnce = () => void attempt()
  window.addEventListener('online', atOnce)
  const unfollow = useConnection.subscribe((now, before) => {
    if (now.online && !before.online) atOnce()
  })
  return () => {
    stopped = true
    clearTimeout(timer)
    clearTimeout(doubt)
    window.removeEventListener('online', atOnce)
    unfollow()
  }
}

/* A refusal proves that nothing was done. A lost session, a server in trouble or too many calls prove nothing. */
const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 403, 408, 429].includes(error.status)
