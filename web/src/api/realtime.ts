/**
 * The live link. An event says that something changed, never what it is now: the query behind it is fetched
 * again. So a lost event costs nothing as long as its loss is noticed, which the number in every event is for.
 */
import { useEffect } from 'react'
import { create } from 'zustand'
import { isHeldUp, type Session, useSession } from '../session/session'
import { get } from './client'
import { keys, queryClient } from './query'

type Socket = Awaited<ReturnType<typeof connect>>

export interface RoomEvent {
  room: string
  seq: number
  epoch: string | number
  type: string
  ids: Record<string, number | undefined>
}

/** Whether the server is heard, and since when it is not. */
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
    if (wanted.get(room) === 1) join([room])
    return () => {
      const left = (wanted.get(room) ?? 1) - 1
      if (left > 0) {
        wanted.set(room, left)
        return
      }
      wanted.delete(room)
      positions.delete(room)
      socket?.emit('leave', { rooms: [room] })
    }
  }, [room])
}

/** Asks the server whether the session still holds, and for what it knows of the user. */
let verify: () => Promise<void> = async () => undefined

/** Follows the session: a link while someone is signed in, none otherwise. `verifySession` is called when the server may know more of it. */
export function followSession(verifySession: () => Promise<void>): () => void {
  verify = verifySession
  const follow = (token: string | undefined) => {
    socket?.disconnect()
    socket = null
    positions.clear()
    useConnection.setState({ online: true, lostAt: null })
    if (token) void connect(token).then((opened) => adopt(opened, token))
  }
  follow(liveToken(useSession.getState().session))
  return useSession.subscribe((now, before) => {
    const token = liveToken(now.session)
    if (token !== liveToken(before.session)) follow(token)
  })
}

/* Who still has to choose a password of their own is told nothing. */
const liveToken = (session: Session | null) =>
  session && !isHeldUp(session.user) ? session.token : undefined

/**
 * Tells the print agents over the socket that a job is offered again, besides what the server tells them: only the job's name
 * goes, on the print id that the server says is ours.
 */
export async function offerAgain(jobId: string) {
  if (!socket?.connected) return
  const { channel } = await queryClient.fetchQuery({
    queryKey: ['printing', 'channel'],
    queryFn: ({ signal }) => get('/print-channel', undefined, signal),
    staleTime: 60_000,
  })
  if (channel) socket?.emit('send_message', { channel, message: { job_id: jobId } })
}

export const reconnectNow = () => {
  socket?.connect()
  void queryClient.invalidateQueries()
}

async function connect(token: string) {
  // Loaded after the first screen stands; it is no part of the first paint.
  const { io } = await import('socket.io-client')
  return io({
    auth: { token, kind: 'browser' },
    transports: ['websocket', 'polling'],
    reconnectionDelay: 2000,
    reconnectionDelayMax: 2000,
    randomizationFactor: 0,
  })
}

function adopt(opened: Socket, token: string) {
  if (useSession.getState().session?.token !== token) {
    opened.disconnect()
    return
  }
  socket = opened
  let first = true
  opened.on('connect', () => {
    useConnection.setState({ online: true, lostAt: null })
    positions.clear()
    join([...wanted.keys()])
    // Whatever happened while nobody listened is only found by asking again.
    if (!first) void queryClient.invalidateQueries()
    first = false
  })
  opened.on('disconnect', (reason) => {
    lose()
    if (reason === 'io server disconnect') opened.connect()
  })
  opened.on('connect_error', (error) => {
    lose()
    // The server is there but does not know the session: asking it says whether it has ended.
    if (error.message === 'unauthenticated') void verify()
    // Whatever is asked next is refused for the same reason, and leads to the screen that says so.
    if (error.message === 'license_expired') void queryClient.invalidateQueries()
  })
  opened.on('event', receive)
}

/* The device knows at once that it is off line; the socket only when nothing has come for a while. */
window.addEventListener('offline', lose)
window.addEventListener('online', () => {
  if (!socket) return
  if (socket.connected) {
    useConnection.setState({ online: true, lostAt: null })
    void queryClient.invalidateQueries()
  } else socket.connect()
})

function lose() {
  useConnection.setState((now) => (now.online ? { online: false, lostAt: Date.now() } : now))
}

function join(rooms: string[]) {
  if (!socket?.connected || rooms.length === 0) return
  socket.emit('join', { rooms })
}

function receive(event: RoomEvent) {
  if (event.type === 'session.ended') {
    // The server is asked whether it has: its refusal signs out.
    void verify()
    return
  }
  // Zone and business day come with the profile.
  if (event.type === 'settings.changed') void verify()
  const last = positions.get(event.room)
  positions.set(event.room, { epoch: event.epoch, seq: event.seq })
  if (last && (last.epoch !== event.epoch || event.seq !== last.seq + 1)) {
    // Something of this room was missed; it is not known what.
    void queryClient.invalidateQueries()
    return
  }
  for (const key of staleAfter(event)) void queryClient.invalidateQueries({ queryKey: key })
}

/** Which queries an event makes stale. */
export function staleAfter(event: Pick<RoomEvent, 'type' | 'ids'>): readonly (readonly unknown[])[] {
  const request = event.ids?.client_request_id
  switch (event.type) {
    case 'request.changed':
      return [request === undefined ? ['request'] : keys.request(request), keys.floor]
    case 'floor.changed':
      return [keys.floor]
    case 'kitchen.changed':
      return [['kitchen']]
    case 'cycle.changed':
    case 'cashbox.changed':
    case 'turn.changed':
    case 'payment_options.changed':
      return [['cash']]
    case 'catalog.changed':
      return [keys.catalog]
    case 'settings.changed':
      return [keys.company, keys.settings, keys.paymentConfig, keys.firstUse]
    case 'printer.changed':
      return [['printing'], keys.printedAreas, keys.printAlarms, keys.printerNotices]
    case 'alarm.changed':
      return [keys.printAlarms]
    case 'agent.changed':
      return [['printing'], keys.printAlarms, keys.printerNotices]
    case 'job.changed':
      return [['printing']]
    default:
      return []
  }
}
