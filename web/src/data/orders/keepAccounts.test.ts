import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keptName } from '../../api/kept'
import { queryClient } from '../../api/query'
import { useConnection } from '../../api/realtime'
import { useSession } from '../../session/session'
import { floorKeys } from '../floor/keys'
import './keepAccounts'
import { catalogQuery } from './requestQuery'

const device = vi.hoisted(() => ({ kept: new Map<string, unknown>(), at: 0, linked: true }))

vi.mock('../../session/vault', async (whole) => ({ ...(await whole()), canEncrypt: () => true }))
vi.mock('../../session/kept', () => ({
  readKept: async (name: string) =>
    device.kept.has(name) ? { data: device.kept.get(name), at: device.at } : null,
  keep: async (name: string, data: unknown) => void device.kept.set(name, data),
  dropKept: async (name: string) => void device.kept.delete(name),
}))
vi.mock('../../api/realtime', async (whole) => ({ ...(await whole()), isLinked: () => device.linked }))

/** The server's accounts by their id, and how often each was asked for. */
const versions = new Map<number, number>()
let asked: string[]

const name = (id: number) => JSON.stringify(['request', id])
const accountsAsked = () => asked.filter((path) => path !== '/api/catalog/sale')

/** The floor as the server gives it now. */
const readMap = () =>
  queryClient.setQueryData(floorKeys.all, {
    salons: [{ tables: [...versions].map(([id, version]) => ({ request: { id, version } })) }],
    takeaway: [{ id: 900, version: 1, is_paid: true }],
    delivery: [],
  })

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  device.kept.clear()
  device.at = 0
  device.linked = true
  versions.clear()
  for (let id = 1; id <= 80; id++) versions.set(id, 1)
  vi.stubGlobal('fetch', (address: string) => {
    const path = new URL(address, 'http://here').pathname
    asked.push(path)
    const id = Number(path.split('/').at(-1))
    const response = path.startsWith('/api/client-requests/')
      ? { id, version: versions.get(id), lines: [] }
      : { products: [] }
    return Promise.resolve(Response.json({ success: true, response }))
  })
  useSession.setState({ status: 'in', session: { token: 't', user: {} } as never })
})

afterEach(async () => {
  // Waits until all work under way has ended.
  device.linked = false
  await pass(10_000)
  // Forgets everything, as log-out does.
  useSession.setState({ status: 'out', session: null })
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('brings what is open one after the other, each once, and the menu', async () => {
  readMap()
  await pass(5_000)
  expect(accountsAsked().length).toBeGreaterThan(2)
  expect(accountsAsked().length).toBeLessThan(8)
  await pass(120_000)
  expect(accountsAsked()).toHaveLength(80)
  expect(new Set(asked).size).toBe(81)
  expect(device.kept.has(name(80))).toBe(true)
  // The account is paid: it waits to be handed over, and is no longer open.
  expect(device.kept.has(name(900))).toBe(false)
})

it('asks for nothing that the device has already', async () => {
  for (const id of versions.keys()) device.kept.set(name(id), { id, version: 1 })
  versions.set(7, 2)
  readMap()
  await pass(120_000)
  expect(accountsAsked()).toEqual(['/api/client-requests/7'])
})

it('lays the kept menu ready, and who opens an account has it renewed, however young it is', async () => {
  versions.clear()
  device.kept.set(keptName(catalogQuery.queryKey), { products: ['sold out since'] })
  device.at = Date.now()
  readMap()
  await pass(1_000)
  expect(queryClient.getQueryData(catalogQuery.queryKey)).toEqual({ products: ['sold out since'] })
  expect(asked).toEqual([])
  await queryClient.prefetchQuery(catalogQuery)
  expect(asked).toEqual(['/api/catalog/sale'])
  expect(queryClient.getQueryData(catalogQuery.queryKey)).toEqual({ products: [] })
})

it('asks once a minute for one that changes all the time', async () => {
  versions.clear()
  versions.set(1, 1)
  for (let second = 1; second <= 120; second++) {
    versions.set(1, second)
    readMap()
    await pass(1_000)
  }
  expect(accountsAsked().length).toBeLessThanOrEqual(3)
  await pass(61_000)
  expect(device.kept.get(name(1))).toMatchObject({ version: 120 })
})

it('asks for nothing without the line, and goes on when it is back', async () => {
  device.linked = false
  readMap()
  await pass(60_000)
  expect(asked).toEqual([])
  device.linked = true
  useConnection.setState({ online: true, lostAt: null })
  await pass(3_000)
  expect(accountsAsked().length).toBeGreaterThan(0)
})

it('drops an account that is closed', async () => {
  readMap()
  await pass(120_000)
  versions.delete(1)
  readMap()
  await pass(2_000)
  expect(device.kept.has(name(1))).toBe(false)
  expect(device.kept.has(name(2))).toBe(true)
})
