import { useNavigate } from 'react-router'
import type { Account } from '../../api/model'
import type { useCourses } from './courses/useCourses'
import { usePreBill } from './mutations'
import { whenTapsArrive } from './outbox'
import type { useTaps } from './useTaps'

interface AccountActionsOptions {
  id: number
  request: Account | undefined
  taps: ReturnType<typeof useTaps>
  /** True when there is a connection and the account is open. */
  live: boolean
  mayCollect: boolean
  /** The rules of courses, where the account has some. */
  courses: ReturnType<typeof useCourses>['courses']
  onSent: () => void
}

/** Returns the three actions on an account: send, pre-bill, collect. */
export function useAccountActions(options: AccountActionsOptions) {
  const { id, request, taps, live, mayCollect, courses, onSent } = options
  const navigate = useNavigate()
  const preBill = usePreBill(id)
  const { unsent } = taps
  return {
    send: () => {
      if (live && request && unsent.length > 0 && !taps.sending) {
        const next = courses?.nextAct(request, unsent)
        taps.send(next?.act === 'fire' ? (next.group.course.course_id ?? null) : undefined)
      }
      onSent()
    },
    collect: () => {
      if (live && mayCollect && (request?.lines.length || unsent.length)) {
        // Taps of a moment ago belong to the bill, so they are sent first.
        void whenTapsArrive(id).then(() => navigate(`/payment/${id}`))
      }
    },
    preBill: () => {
      if (live && !preBill.isPending) void whenTapsArrive(id).then(preBill.print)
    },
    printing: preBill.isPending,
  }
}
