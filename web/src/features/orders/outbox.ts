/**
 * This queue sends taps to the server. One after the other for each account, each with its idempotency key until it is answered:
 * what has no answer is said again word for word, also after a reload. So nothing is lost and nothing doubled.
 */
import { create } from 'zustand'
import { useConnection } from '../../api/realtime'
import { uuid } from '../../api/uuid'
import { currentUser, useSession } from '../../session/session'
import { deliver } from './deliver'
import { lineIdOf, type NewNotice, type Notice } from './notices'
import { enqueueTap, type NewTap, type Tap } from './taps'

interface Outbox {
  taps: Tap[]
  notices: Notice[]
}

const storageKey = 'comanda.taps'
const retryMs = 2000
/** The server forgets keys after seven days; an older tap cannot be sent again without doubt. */
const oldestMs = 6 * 24 * 3600 * 1000

export const useOutbox = create<Outbox>()(() => restored())

useOutbox.subscribe(({ taps, notices }) => {
  const kept = { taps: taps.filter((tap) => tap.done === undefined), notices }
  try {
    if (kept.taps.length + kept.notices.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // A full or blocked storage only costs the waiting taps after a reload.
  }
})

function restored(): Outbox {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Outbox>
    const fresh = (kept.taps ?? []).filter((tap) => Date.now() - tap.at < oldestMs)
    return { taps: fresh, notices: kept.notices ?? [] }
  } catch {
    return { taps: [], notices: [] }
  }
}

const change = (id: string, to: (tap: Tap) => Tap | null) =>
  useOutbox.setState(({ taps }) => ({
    taps: taps.flatMap((tap) => (tap.id === id ? (to(tap) ?? []) : tap)),
  }))

/** Puts a tap behind the others and sees to it that it arrives. */
export function queueTap(requestId: number, act: NewTap) {
  const whole = { ...act, id: uuid(), requestId, userId: currentUser()?.id ?? 0, at: Date.now() } as Tap
  useOutbox.setState(({ taps }) => ({ taps: enqueueTap(taps, whole) }))
  void drain(requestId)
}

/** Forgets taps that the shown account includes. */
export function forgetConfirmedTaps(requestId: number, version: number) {
  const over = (each: Tap) => each.requestId === requestId && each.done !== undefined && each.done <= version
  if (useOutbox.getState().taps.some(over)) {
    useOutbox.setState(({ taps }) => ({ taps: taps.filter((each) => !over(each)) }))
  }
}

export function addNotice(requestId: number, notice: NewNotice) {
  const whole = { ...notice, id: uuid(), requestId, userId: currentUser()?.id ?? 0 } as Notice
  useOutbox.setState(({ notices }) => ({
    notices: [...notices.filter((each) => !tellsSame(each, whole)), whole],
  }))
}

/** A later notice of a line, of an area or of a refused send replaces the earlier one. */
function tellsSame(a: Notice, b: Notice): boolean {
  if (a.requestId !== b.requestId || a.kind !== b.kind) return false
  if (a.kind === 'area' && b.kind === 'area') return a.text === b.text
  if (a.kind === 'allergy' && b.kind === 'allergy') return a.text === b.text
  if (a.kind === 'refused' && b.kind === 'refused') return a.of === 'send' && b.of === 'send'
  return lineIdOf(a) !== null && lineIdOf(a) === lineIdOf(b)
}

/** An order went out: the notice of a send that had failed goes, and so do the warnings that were read before it. */
const forgetBeforeSend = (requestId: number) =>
  useOutbox.setState(({ notices }) => ({
    notices: notices.filter(
      (each) =>
        each.requestId !== requestId ||
        !(each.kind === 'allergy' || (each.kind === 'refused' && each.of === 'send')),
    ),
  }))

export const dismissNotice = (id: string) =>
  useOutbox.setState(({ notices }) => ({ notices: notices.filter((each) => each.id !== id) }))

const waits = (requestId: number) => (each: Tap) => each.requestId === requestId && each.done === undefined

/** Resolves when every tap at this account has arrived. */
export const whenTapsArrive = (requestId: number) =>
  new Promise<void>((resolve) => {
    if (!useOutbox.getState().taps.some(waits(requestId))) {
      resolve()
      return
    }
    const stop = useOutbox.subscribe(({ taps }) => {
      if (taps.some(waits(requestId))) return
      stop()
      resolve()
    })
  })

const running = new Set<number>()
let later: ReturnType<typeof setTimeout> | undefined

const nextOf = (requestId: number) => {
  const me = currentUser()?.id
  return useOutbox
    .getState()
    .taps.find((each) => each.requestId === requestId && each.userId === me && each.done === undefined)
}

async function drain(requestId: number) {
  if (running.has(requestId)) return
  running.add(requestId)
  try {
    for (let next = nextOf(requestId); next; next = nextOf(requestId)) {
      const { id } = next
      const answer = await deliver(next, {
        saying: (sent) => change(id, (tap) => ({ ...tap, sent })),
        tell: (notice) => addNotice(requestId, notice),
      })
      if (answer === 'unanswered') {
        retryLater()
        return
      }
      if (next.kind === 'send' && answer !== 'over') forgetBeforeSend(requestId)
      change(id, (tap) => (answer === 'over' ? null : { ...tap, sent: undefined, done: answer.version }))
    }
  } finally {
    running.delete(requestId)
  }
}

function retryLater() {
  clearTimeout(later)
  later = setTimeout(drainAll, retryMs)
}

/** Goes on sending whatever waits, of all accounts. */
export function drainAll() {
  for (const requestId of new Set(useOutbox.getState().taps.map((each) => each.requestId))) {
    void drain(requestId)
  }
}

// A connection or a user that is back is a reason to go on at once.
useConnection.subscribe((now, before) => {
  if (now.online && !before.online) drainAll()
})
useSession.subscribe((now, before) => {
  if (now.status === 'in' && before.status !== 'in') drainAll()
})
drainAll()
