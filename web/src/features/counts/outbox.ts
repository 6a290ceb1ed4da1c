/**
 * This keeps counted values until the server answers: they survive a reload and are sent again unchanged. The server counts one
 * id once, so nothing is lost and nothing doubled.
 */
import { create } from 'zustand'
import { write } from '../../api/client'
import { errorText, isApiError } from '../../api/errors'
import type { StockCount, StockCountLine } from '../../api/model'
import { queryClient } from '../../api/query'
import { useConnection } from '../../api/realtime'
import { uuid } from '../../api/uuid'
import { countKeys } from '../../data/counts/keys'
import { currentUser, useSession } from '../../session/session'
import { showToast } from '../../ui/toasts'

export interface PendingCount {
  /** The key of its write, which is also its id on the server. */
  id: string
  countId: number
  lineId: number
  name: string
  quantity: string
  measurementId: number
  /** The version of the line that the person saw when typing. */
  version: number
  userId: number
}

/** Two people counted a line: its value on the server, and the one typed here. */
export interface Clash {
  mine: PendingCount
  now: StockCountLine
}

interface Outbox {
  pending: PendingCount[]
  clashes: Clash[]
}

const storageKey = 'comanda.counts'
const retryMs = 2000

export const useOutbox = create<Outbox>()(() => ({ pending: restored(), clashes: [] }))

useOutbox.subscribe(({ pending }) => {
  try {
    if (pending.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(pending))
  } catch {
    // A full or blocked storage only costs the waiting values after a reload.
  }
})

function restored(): PendingCount[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? (kept as PendingCount[]) : []
  } catch {
    return []
  }
}

/* Keeps the version of a line that an answer brought, for values that were typed before it came. */
const answered = new Map<number, number>()
let running = false
let saying: string | null = null
let later: ReturnType<typeof setTimeout> | undefined

type Counted = Omit<PendingCount, 'id' | 'userId'>

/** Puts a value behind the others; an earlier one of the same line that is not being sent yet is replaced. */
export function queueCountedValue(counted: Counted) {
  const whole = { ...counted, id: uuid(), userId: currentUser()?.id ?? 0 }
  useOutbox.setState(({ pending, clashes }) => ({
    pending: [...pending.filter((each) => each.lineId !== whole.lineId || each.id === saying), whole],
    clashes: clashes.filter((each) => each.mine.lineId !== whole.lineId),
  }))
  void sendPending()
}

/** Drops the value typed here in favour of the one on the server. */
export const dropOwnValue = (lineId: number) =>
  useOutbox.setState(({ clashes }) => ({ clashes: clashes.filter((each) => each.mine.lineId !== lineId) }))

const drop = (id: string) =>
  useOutbox.setState(({ pending }) => ({ pending: pending.filter((each) => each.id !== id) }))

const next = () => {
  const me = currentUser()?.id
  return useOutbox.getState().pending.find((each) => each.userId === me)
}

/** Sends everything that waits, one after the other. */
export async function sendPending() {
  if (running) return
  running = true
  try {
    for (let one = next(); one; one = next()) {
      saying = one.id
      if (!(await deliver(one))) {
        clearTimeout(later)
        later = setTimeout(() => void sendPending(), retryMs)
        return
      }
      drop(one.id)
    }
  } finally {
    running = false
    saying = null
  }
}

/** Returns whether it was answered, in whatever way. */
async function deliver(one: PendingCount): Promise<boolean> {
  const version = Math.max(one.version, answered.get(one.lineId) ?? 0)
  const body = { quantity: one.quantity, measurement_id: one.measurementId, version, client_id: one.id }
  try {
    const saved = await write('PUT', `/stock-counts/${one.countId}/lines/${one.lineId}`, one.id, body)
    answered.set(one.lineId, saved.line.version)
    show(one.countId, saved.line, saved.counted)
    return true
  } catch (error) {
    if (!isApiError(error)) throw error
    // The user signed out meanwhile: it waits until they are back.
    if (error.unsure || error.status === 401 || error.status === 403) return false
    refused(one, error)
    return true
  }
}

function refused(mine: PendingCount, error: Error) {
  const now = isApiError(error) && error.code === 'stale_version' ? error.body.current : null
  if (now) {
    const line = now as StockCountLine
    show(mine.countId, line)
    useOutbox.setState(({ clashes }) => ({
      clashes: [...clashes.filter((each) => each.mine.lineId !== mine.lineId), { mine, now: line }],
    }))
    return
  }
  showToast('danger', mine.name, errorText(error))
  void queryClient.invalidateQueries({ queryKey: countKeys.all })
}

/** Shows a line as the answer brought it, unless a newer one is shown already. */
const show = (countId: number, line: StockCountLine, counted?: number) =>
  queryClient.setQueryData<StockCount>(countKeys.counting(countId), (known) =>
    known
      ? {
          ...known,
          counted: counted ?? known.counted,
          lines: known.lines.map((each) =>
            each.id === line.id && each.version <= line.version ? { ...each, ...line } : each,
          ),
        }
      : known,
  )

useConnection.subscribe(({ online }) => {
  if (online) void sendPending()
})
useSession.subscribe(() => void sendPending())
