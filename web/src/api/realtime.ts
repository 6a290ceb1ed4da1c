/**
 * The live link to the server. An event says that something changed, never what it is now: the query behind it is fetched again.
 * So a lost event costs nothing as long as its loss is noticed, which the number in every event is for.
 */
import type { Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { isHeldUp, type Session, useSession } from '../session/session'
import { whenUnreachable } from './client'
import type { RoomEvent, StaleAfter } from './events'
import { queryClient } from './query'

type Socket = Awaited<ReturnType<typeof connect>>

/**
 * It says whether the server is heard, and since when people should know that it is not: a server that said it would be back in a
 * moment is not reported at once.
 */
export const useConnection = create<{ online: boolean; lostAt: number | null }>()(() => ({
  online: true,
  lostAt: null,
}))

const wanted = new Map<string, number>()
const positions = new Map<string, { epoch: string | number; seq: number }>()
let socket: Socket | null = null

/** Keeps a room joined while the component stands. */
export function useRoom(room: string | null) {
  useEffect(() => {
    if (!room) return
    wanted.set(room, (wanted.get(room) ?? 0) + 1)
    if (wanted.get(room) === 1 && !stay(room)) join([room])
    return () => {
      const left = (wanted.get(room) ?? 1) - 1
      if (left > 0) {
        wanted.set(room, left)
        return
      }
      wanted.delete(room)
      leaving.set(room, setTimeout(leave, lingerMs, room))
    }
  }, [room])
}

/*
 * The server handles each word by itself: a join right after a leave could come before it, and the next screen of the same room
 * would hear nothing. So a room is left a while later, unless another screen wants it again.
 */
const lingerMs = 3000
const leaving = new Map<string, ReturnType<typeof setTimeout>>()

/** Returns whether the room was about to be left, and keeps it. */
function stay(room: string): boolean {
  const timer = leaving.get(room)
  clearTimeout(timer)
  return leaving.delete(room)
}

function leave(room: string) {
  leaving.delete(room)
  positions.delete(room)
  socket?.emit('leave', { rooms: [room] })
}

/** Asks the server whether the session still holds, and for what it knows of the user. */
let verify: () => Promise<void> = async () => undefined
let staleAfter: StaleAfter = () => []
let begin = Promise.resolve()

/**
 * Follows the session: it keeps a link while somebody is signed in. `verifySession` is called when the server may know more of
 * it; `stale` knows the queries of the features. The first link waits for `first`: what it takes is no part of the first paint.
 */
export function followSession(
  verifySession: () => Promise<void>,
  stale: StaleAfter,
  first: Promise<void> = Promise.resolve(),
): () => void {
  verify = verifySession
  begin = first
  staleAfter = stale
  const follow = (token: string | undefined) => {
    socket?.disconnect()
    socket = null
    positions.clear()
    hear()
    if (token && !navigator.onLine) lose()
    if (token) void connect(token).then((opened) => adopt(opened, token))
  }
  follow(liveToken(useSession.getState().session))
  return useSession.subscribe((now, before) => {
    const token = liveToken(now.session)
    if (token !== liveToken(before.session)) follow(token)
  })
}

/* Somebody who still has to choose a password gets no live link, so there is no token. */
const liveToken = (session: Session | null) =>
  session && !isHeldUp(session.user) ? session.token : undefined

/** Returns whether a message sent now would be heard. */
export const isLinked = () => socket?.connected === true

/** The link as it is now, for what only one screen says or hears on it; the next session has another one. */
export const liveLink = () => socket

export const reconnectNow = () => {
  socket?.connect()
  void queryClient.invalidateQueries()
}

async function connect(token: string) {
  await begin
  const { io } = await import('socket.io-client')
  return io({
    auth: { token, kind: 'browser' },
    // Polling is off: behind a proxy the next poll could reach another server, which knows nothing of this connection.
    transports: ['websocket'],
    reconnectionDelay: 2000,
    reconnectionDelayMax: 2000,
    randomizationFactor: 0,
  })
}

const isAnswered = ({ state }: Query) => state.dataUpdatedAt > 0

const refusedMs = 10_000

function connectLater(refused: Socket) {
  setTimeout(() => {
    if (socket === refused && !refused.connected) refused.connect()
  }, refusedMs)
}

function adopt(opened: Socket, token: string) {
  if (useSession.getState().session?.token !== token) {
    opened.disconnect()
    return
  }
  socket = opened
  let first = true
  opened.on('connect', () => {
    const wasLost = !useConnection.getState().online
    hear()
    opened.io.randomizationFactor(0)
    positions.clear()
    for (const room of [...leaving.keys()]) stay(room)
    join([...wanted.keys()])
    // Events that were missed, and questions that failed, are made up for only by asking again.
    if (!first || wasLost) void queryClient.invalidateQueries()
    // A page that has just loaded does not ask again for what is still on its way.
    else void queryClient.invalidateQueries({ predicate: isAnswered }, { cancelRefetch: false })
    first = false
  })
  opened.on('disconnect', (reason) => {
    lose()
    if (reason === 'io server disconnect') opened.connect()
  })
  opened.on('connect_error', (error) => {
    lose()
    // The server is there but does not know the session: asking it says whether it has ended. Where it has not, something between here
    // and there keeps the cookie from the socket, perhaps not for ever.
    if (error.message === 'unauthenticated') void verify().then(() => connectLater(opened))
    // The next request is refused for the same reason, and leads to the screen that says so.
    if (error.message === 'license_expired') void queryClient.invalidateQueries()
  })
  opened.on('event', receive)
  opened.on('server_stopping', () => {
    quietUntil = Date.now() + quietMs
    // The tills must not all reconnect at the same moment.
    opened.io.randomizationFactor(0.5)
  })
}

/* The device knows at once that it is offline; the socket only when nothing has come for a while. */
const loseNow = () => {
  quietUntil = 0
  lose()
}
window.addEventListener('offline', loseNow)
/* A page that is loaded without a connection learns that from its first call, long before the socket gives up. */
whenUnreachable(() => {
  if (!isLinked() && quietUntil === 0) lose()
})

/** Notes that the screen shows an answer of that time (ms since 1970), and that the server has not been heard since. */
export function noteHeard(at: number) {
  useConnection.setState(({ online, lostAt }) => (online || lostAt === null ? {} : { lostAt: at }))
  if (!isLinked()) heardAt = at
}
let heardAt: number | null = null
window.addEventListener('online', () => {
  if (!socket) return
  if (socket.connected) {
    hear()
    void queryClient.invalidateQueries()
  } else socket.connect()
})

/** A restart takes a few seconds; after a longer wait people are told. */
const quietMs = 15_000
let quietUntil = 0
let telling: ReturnType<typeof setTimeout> | undefined

function hear() {
  quietUntil = 0
  heardAt = null
  clearTimeout(telling)
  useConnection.setState({ online: true, lostAt: null })
}

function lose() {
  const quiet = quietUntil - Date.now()
  clearTimeout(telling)
  if (quiet > 0) telling = setTimeout(lose, quiet)
  useConnection.setState((now) => ({
    online: false,
    lostAt: now.lostAt ?? (quiet > 0 ? null : (heardAt ?? Date.now())),
  }))
}

function join(rooms: string[]) {
  if (!socket?.connected || rooms.length === 0) return
  socket.emit('join', { rooms })
}

function receive(event: RoomEvent) {
  if (event.type === 'session.ended') {
    // The server is asked whether the session has ended: its refusal signs out.
    void verify()
    return
  }
  // Time zone and business day come with the profile.
  if (event.type === 'settings.changed') void verify()
  const last = positions.get(event.room)
  positions.set(event.room, { epoch: event.epoch, seq: event.seq })
  if (last && (last.epoch !== event.epoch || event.seq !== last.seq + 1)) {
    // An event of this room was missed, and it is not known which.
    void queryClient.invalidateQueries()
    return
  }
  for (const key of staleAfter(event)) void queryClient.invalidateQueries({ queryKey: key })
}
