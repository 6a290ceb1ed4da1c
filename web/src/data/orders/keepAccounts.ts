/**
 * This module brings the open accounts to the device before anybody opens them there, so that each can be read and added to
 * without a connection. The floor says which there are and in which version: one is asked for only where the device has an older
 * one. It begins as soon as it is imported, which the floor plan does once it has stood for a moment.
 */
import { hashKey } from '@tanstack/react-query'
import { isApiError } from '../../api/errors'
import { keptName, placeKept } from '../../api/kept'
import type { Floor } from '../../api/model'
import { queryClient } from '../../api/query'
import { isLinked, useConnection } from '../../api/realtime'
import { dropKept, readKept } from '../../session/kept'
import { useSession } from '../../session/session'
import { canEncrypt } from '../../session/vault'
import { floorKeys } from '../floor/keys'
import { catalogQuery, requestQuery } from './requestQuery'

/** The pause between two requests: a full restaurant costs the server no more than one waiter who looks around. */
const pauseMs = 1_000
/** An account that changes all the time is read again only after this pause (ms). */
const againMs = 60_000

interface Account {
  id: number
  version: number
}

/** The version of each account that the device holds, as far as this page knows, and when it was read (ms). */
const known = new Map<number, { version: number; at: number }>()
let isWorking = false
/** The floor was read again meanwhile. */
let isCalled = false
let later: ReturnType<typeof setTimeout> | undefined

/** Starts to work whenever the floor is read again, the connection is back, or somebody looks at the page again. */
function begin() {
  const floor = hashKey(floorKeys.all)
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && event.query.queryHash === floor)
      void work()
  })
  useConnection.subscribe(({ online }) => {
    if (online) void work()
  })
  document.addEventListener('visibilitychange', () => void work())
  // Log-out deletes what is kept.
  useSession.subscribe((now, before) => {
    if (now.status !== before.status) known.clear()
  })
  void work()
}

// Without encryption nothing is kept.
if (canEncrypt()) begin()

async function work(): Promise<void> {
  if (isWorking) {
    isCalled = true
    return
  }
  isWorking = true
  isCalled = false
  clearTimeout(later)
  try {
    await forgetClosed()
    // The menu comes first: a tap on any table needs it.
    if (openAccounts() && mayAsk()) await bringMenu()
    for (let next = nextAccount(); next && mayAsk(); next = nextAccount()) {
      if (await bring(next)) await pause()
    }
  } catch (error) {
    // The connection is lost: the floor is read again when it is back.
    if (!isApiError(error)) console.warn(error)
  } finally {
    isWorking = false
  }
  if (isCalled) return work()
  const wait = waitMs()
  if (wait !== null) later = setTimeout(() => void work(), wait)
}

/** Returns whether somebody uses this page and the server is reached. */
const mayAsk = () =>
  isLinked() && document.visibilityState === 'visible' && useSession.getState().status === 'in'

function openAccounts(): Account[] | null {
  const floor = queryClient.getQueryData<Floor>(floorKeys.all)
  if (!floor) return null
  const atTables = floor.salons.flatMap(({ tables }) => tables.flatMap(({ request }) => request ?? []))
  const others = [...floor.takeaway, ...floor.delivery].filter((request) => !request.is_paid)
  return [...atTables, ...others]
}

const isOld = ({ id, version }: Account) => known.get(id)?.version !== version

/** Accounts that the device does not have at all come first. */
function nextAccount(): Account | undefined {
  const old = (openAccounts() ?? []).filter(isOld)
  const due = Date.now() - againMs
  return old.find(({ id }) => !known.has(id)) ?? old.find(({ id }) => (known.get(id)?.at ?? 0) <= due)
}

/** Returns the ms until an account that has changed may be read again; null when there is none. */
function waitMs(): number | null {
  const times = (openAccounts() ?? []).filter(isOld).flatMap(({ id }) => known.get(id)?.at ?? [])
  return times.length > 0 && mayAsk() ? Math.max(Math.min(...times) + againMs - Date.now(), pauseMs) : null
}

/** Returns whether the server had to be asked. */
async function bring({ id, version }: Account): Promise<boolean> {
  const query = requestQuery(id)
  const name = keptName(query.queryKey)
  const kept = await readKept<Account>(name)
  if (kept && kept.data.version >= version) {
    placeKept(query.queryKey, name, kept)
    known.set(id, { version, at: Date.now() })
    return false
  }
  // A refused account is noted too: it is not read again before it changes.
  known.set(id, { version, at: Date.now() })
  try {
    await queryClient.fetchQuery({ ...query, staleTime: 0 })
  } catch (error) {
    const isRefused = isApiError(error) && !error.unsure
    if (!isRefused) {
      known.delete(id)
      throw error
    }
  }
  return true
}

/** Without the menu no account can be shown. A menu that the device keeps is put into the cache; opening an account renews it. */
async function bringMenu() {
  const { queryKey } = catalogQuery
  if (queryClient.getQueryData(queryKey) !== undefined) return
  const kept = await readKept(keptName(queryKey))
  if (kept) placeKept(queryKey, keptName(queryKey), kept)
  else await queryClient.fetchQuery(catalogQuery)
}

async function forgetClosed() {
  const open = openAccounts()
  if (!open) return
  const ids = new Set(open.map(({ id }) => id))
  for (const id of known.keys()) {
    if (ids.has(id)) continue
    known.delete(id)
    await dropKept(keptName(requestQuery(id).queryKey))
  }
}

/** Waits for the next request's turn, and until no other answer is awaited. */
async function pause() {
  do await new Promise((done) => setTimeout(done, pauseMs))
  while (queryClient.isFetching() > 0)
}
