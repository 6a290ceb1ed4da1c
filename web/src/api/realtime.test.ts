import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../session/session'
import { get } from './client'
import { queryClient } from './query'
import { followSession, noteHeard, useConnection } from './realtime'

/** The socket's client calls these when the server does something. */
const heard = new Map<string, (what?: unknown) => void>()

vi.mock('socket.io-client', () => ({
  io: () => ({
    connected: false,
    io: { randomizationFactor: () => undefined },
    on: (event: string, act: (what?: unknown) => void) => heard.set(event, act),
    emit: () => undefined,
    connect: () => undefined,
    disconnect: () => undefined,
  }),
}))

let unfollow: () => void
const say = (event: string, what?: unknown) => heard.get(event)?.(what)
const shown = () => useConnection.getState()

async function follow() {
  unfollow = followSession(
    async () => undefined,
    () => [],
  )
  await vi.waitFor(() => expect(heard.has('disconnect')).toBe(true))
}

beforeEach(async () => {
  useSession.setState({ status: 'in', session: { token: 'one', user: { id: 4 } as never }, ended: null })
  await follow()
  vi.useFakeTimers()
  say('connect')
})

afterEach(() => {
  vi.useRealTimers()
  unfollow()
  useSession.setState({ status: 'out', session: null })
  heard.clear()
})

it('says at once that the server is not heard', () => {
  say('disconnect', 'transport close')
  expect(shown()).toEqual({ online: false, lostAt: Date.now() })
})

it('does not miss a server that said it would be back, and what waits is sent when it is', () => {
  say('server_stopping', {})
  say('disconnect', 'transport close')
  expect(shown()).toEqual({ online: false, lostAt: null })
  vi.advanceTimersByTime(4000)
  say('connect_error', new Error('xhr poll error'))
  expect(shown()).toEqual({ online: false, lostAt: null })
  say('connect')
  expect(shown()).toEqual({ online: true, lostAt: null })
  // The next time nobody said anything.
  say('disconnect', 'transport close')
  expect(shown().lostAt).toBe(Date.now())
})

it('says that a server which did not come back is not heard', () => {
  say('server_stopping', {})
  say('disconnect', 'transport close')
  vi.advanceTimersByTime(14_000)
  expect(shown().lostAt).toBeNull()
  vi.advanceTimersByTime(2000)
  expect(shown().online).toBe(false)
  expect(shown().lostAt).not.toBeNull()
})

it('says at once that the device itself is off line', () => {
  say('server_stopping', {})
  say('disconnect', 'transport close')
  window.dispatchEvent(new Event('offline'))
  expect(shown().lostAt).toBe(Date.now())
})

it('loaded without the line says so at once and as of when, and asks again at its first link', async () => {
  unfollow()
  heard.clear()
  await follow()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  const saidAt = Date.now() - 60_000
  noteHeard(saidAt)
  await expect(get('/floor')).rejects.toThrow()
  vi.unstubAllGlobals()
  expect(shown()).toEqual({ online: false, lostAt: saidAt })
  say('connect')
  expect(shown()).toEqual({ online: true, lostAt: null })
  expect(asked).toHaveBeenCalled()
})

it('asks again at its first link for what was answered before it, and does not ask twice for what is still asked', async () => {
  vi.useRealTimers()
  unfollow()
  heard.clear()
  await follow()
  const [map, kitchen] = [vi.fn(async () => 'seen'), vi.fn(() => new Promise<string>(() => undefined))]
  const stops = Object.entries({ map, kitchen }).map(([name, queryFn]) =>
    new QueryObserver(queryClient, { queryKey: [name], queryFn }).subscribe(() => undefined),
  )
  await vi.waitFor(() => expect(queryClient.getQueryData(['map'])).toBe('seen'))
  say('connect')
  await vi.waitFor(() => expect(map).toHaveBeenCalledTimes(2))
  expect(kitchen).toHaveBeenCalledOnce()
  for (const stop of stops) stop()
  queryClient.clear()
})
