import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account, Line } from '../../api/model'
import { queryClient } from '../../api/query'
import { orderKeys } from '../../data/orders/keys'
import { line } from '../../data/orders/sample'
import { useSession } from '../../session/session'
import { built } from './tapped.sample'
import { fieldsOf } from './taps'

/** A server of one account, which does each key once and can lose its answers. */
let server: Server
let account: { version: number; lines: Line[] }
let calls: { method: string; path: string; key: string; body: Record<string, unknown> }[]
let loses: number
/** What the server warns of with each order. */
let warnings: string[] = []
let before: ((path: string) => void) | null
const done = new Map<string, { status: number; body: unknown }>()

const request = () =>
  ({
    id: 12,
    version: account.version,
    lines: structuredClone(account.lines),
    totals: {},
  }) as unknown as Account

beforeEach(async () => {
  account = { version: 1, lines: [] }
  calls = []
  loses = 0
  warnings = []
  before = null
  done.clear()
  server = createServer((incoming, response) => {
    let text = ''
    incoming.on('data', (part) => {
      text += part
    })
    incoming.on('end', () => {
      const key = String(incoming.headers['idempotency-key'] ?? '')
      const path = incoming.url ?? ''
      const method = incoming.method ?? ''
      const body = text ? JSON.parse(text) : {}
      if (method !== 'GET') calls.push({ method, path, key, body })
      before?.(`${method} ${path}`)
      const answer = done.get(key) ?? act(method, path, body)
      if (method !== 'GET') done.set(key, answer)
      if (method !== 'GET' && loses > 0) {
        loses -= 1
        response.destroy()
        return
      }
      response.writeHead(answer.status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const dom = (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM
  dom.setURL(`http://127.0.0.1:${port}/order/12`)
  useSession.setState({ status: 'in', session: { token: 'secret', user: { id: 4 } as never }, ended: null })
  localStorage.clear()
  queryClient.clear()
  vi.resetModules()
})

afterEach(() => new Promise((closed) => server.close(closed)))

const ok = (response: unknown) => ({ status: 200, body: { success: true, response } })
const refused = (code: string, current?: unknown) => ({
  status: code === 'not_found' ? 404 : 409,
  body: { success: false, code, message: code, errors: {}, current },
})

function act(method: string, path: string, body: Record<string, unknown>) {
  if (method === 'GET') return ok(request())
  account.version += 1
  if (path === '/api/orders') {
    const [asked] = body.products as { product: { id: number }; qty: string }[]
    const same = account.lines.find((each) => each.product_id === asked?.product.id)
    if (same)
      Object.assign(same, { qty: String(Number(same.qty) + Number(asked?.qty)), version: same.version + 1 })
    else account.lines.push(line({ product_id: asked?.product.id, qty: asked?.qty }))
    return ok({ client_request: request(), warnings })
  }
  if (path.endsWith('/fire')) {
    if (account.lines.every((each) => each.command_id != null)) return refused('not_sendable')
    account.lines = account.lines.map((each) => ({ ...each, command_id: 9 }))
    const command = { id: 9, number: 9, areas: [], warnings: [] }
    return ok({ client_request: request(), lines: [], command, warnings: [] })
  }
  const id = Number(/orders\/(\d+)/.exec(path)?.[1])
  const found = account.lines.find((each) => each.id === id)
  if (!found) return refused('not_found')
  const seen = Number(body.version ?? new URLSearchParams(path.split('?')[1]).get('version'))
  if (seen !== found.version) return refused('stale_version', structuredClone(found))
  if (method === 'DELETE') {
    account.lines = account.lines.filter((each) => each !== found)
    return ok(request())
  }
  const { version: _, ...set } = body
  Object.assign(found, set, { version: found.version + 1 })
  return ok(structuredClone(found))
}

/** Loads the outbox as a new page does. */
const load = async () => {
  const box = await import('./outbox')
  const { queryClient: client } = await import('../../api/query')
  const { useSession: session } = await import('../../session/session')
  client.setQueryData(orderKeys.one(12), request())
  session.setState({ status: 'in', session: { token: 'secret', user: { id: 4 } as never }, ended: null })
  return box
}
const waiting = (box: Awaited<ReturnType<typeof load>>) =>
  box.useOutbox.getState().taps.filter((each) => each.done === undefined).length
const notices = (box: Awaited<ReturnType<typeof load>>) => box.useOutbox.getState().notices
const change = (of: Line, set: Partial<ReturnType<typeof fieldsOf>>) =>
  ({ kind: 'change', lineId: of.id, name: of.name, base: fieldsOf(of), set }) as const

describe('a tap', () => {
  it('whose answer is lost is said again with its key, and counts once', async () => {
    const box = await load()
    loses = 1
    box.queueTap(12, { kind: 'add', built: built() })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await vi.waitFor(() => expect(waiting(box)).toBe(0), 5000)
    expect(new Set(calls.map((call) => call.key)).size).toBe(1)
    expect(account.lines.map((each) => each.qty)).toEqual(['1'])
  })

  it('that is on its way takes no further one in', async () => {
    const box = await load()
    loses = 1
    box.queueTap(12, { kind: 'add', built: built() })
    for (let more = 0; more < 3; more += 1) box.queueTap(12, { kind: 'add', built: built() })
    await vi.waitFor(() => expect(waiting(box)).toBe(0), 5000)
    expect(account.lines.map((each) => each.qty)).toEqual(['4'])
    expect(calls.map((call) => (call.body.products as { qty: string }[])[0]?.qty)).toEqual(['1', '1', '3'])
    expect(notices(box)).toEqual([])
  })

  it('of a dish that somebody must avoid leaves one notice until it is read', async () => {
    const box = await load()
    warnings = ['Ocopa lleva maní, y en esta cuenta hay una alergia.']
    for (let more = 0; more < 2; more += 1) {
      box.queueTap(12, { kind: 'add', built: built() })
      await vi.waitFor(() => expect(waiting(box)).toBe(0), 5000)
    }
    expect(calls).toHaveLength(2)
    expect(notices(box)).toMatchObject([{ kind: 'allergy', text: warnings[0] }])
    box.dismissNotice(notices(box)[0]?.id ?? '')
    expect(notices(box)).toEqual([])
  })

  it('that nobody answered before a reload is said again after it', async () => {
    const box = await load()
    loses = 1
    box.queueTap(12, { kind: 'add', built: built() })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    vi.resetModules()
    const again = await load()
    again.drainAll()
    await vi.waitFor(() => expect(waiting(again)).toBe(0), 5000)
    expect(new Set(calls.map((call) => call.key)).size).toBe(1)
    expect(account.lines.map((each) => each.qty)).toEqual(['1'])
    expect(localStorage.getItem('comanda.taps')).toBeNull()
  })

  it('of another person waits for that person', async () => {
    const box = await load()
    loses = 1
    box.queueTap(12, { kind: 'add', built: built() })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    vi.resetModules()
    const { useSession: session } = await import('../../session/session')
    session.setState({ status: 'in', session: { token: 'other', user: { id: 5 } as never }, ended: null })
    const other = await import('./outbox')
    other.drainAll()
    expect(calls).toHaveLength(1)
    expect(waiting(other)).toBe(1)
  })
})

describe('firing a course', () => {
  const fondos = { id: 3, name: 'Fondos', position: 3, at_once: false }

  it('whose answer is lost is said again with its key, after what was tapped before', async () => {
    account.lines = [line({ course: fondos, held_at: '2026-11-28T20:08:00-05:00' })]
    const box = await load()
    box.queueTap(12, change(account.lines[0] as Line, { hold: true }))
    await vi.waitFor(() => expect(waiting(box)).toBe(0))
    loses = 1
    box.queueTap(12, { kind: 'send', course: 3 })
    await vi.waitFor(() => expect(waiting(box)).toBe(0), 5000)
    expect(calls[0]).toMatchObject({ method: 'PUT', body: { hold: true, version: 1 } })
    const fired = calls.filter(({ path }) => path === '/api/client-requests/12/fire')
    expect(fired.map(({ body }) => body)).toEqual([{ course_id: 3 }, { course_id: 3 }])
    expect(new Set(fired.map(({ key }) => key)).size).toBe(1)
    expect(notices(box)).toEqual([])
  })

  it('that another till fired leaves no notice behind', async () => {
    account.lines = [line({ command_id: 8 })]
    const box = await load()
    box.queueTap(12, { kind: 'send', course: 3 })
    await vi.waitFor(() => expect(waiting(box)).toBe(0), 5000)
    expect(calls.filter(({ path }) => path.endsWith('/fire'))).toHaveLength(1)
    expect(notices(box)).toEqual([])
  })
})

describe('a change', () => {
  it('meets what somebody else changed without a word where nothing collides', async () => {
    account.lines = [line()]
    const box = await load()
    before = () => {
      Object.assign(account.lines[0] as Line, { comment: 'sin ají', version: 2 })
      before = null
    }
    box.queueTap(12, change(line(), { qty: 3 }))
    await vi.waitFor(() => expect(waiting(box)).toBe(0))
    expect(account.lines[0]).toMatchObject({ qty: '3', comment: 'sin ají' })
    expect(notices(box)).toEqual([])
    expect(new Set(calls.map((call) => call.key)).size).toBe(2)
  })

  it('that collides leaves the line as it is and offers mine again', async () => {
    account.lines = [line()]
    const box = await load()
    before = () => {
      Object.assign(account.lines[0] as Line, { qty: '5', version: 2 })
      before = null
    }
    box.queueTap(12, change(line(), { qty: 3, comment: 'sin ají' }))
    await vi.waitFor(() => expect(waiting(box)).toBe(0))
    expect(account.lines[0]).toMatchObject({ qty: '5', comment: 'sin ají' })
    expect(notices(box)).toMatchObject([{ kind: 'clash', lineId: 1, mine: { qty: 3 } }])
  })

  it('of a line that somebody took away can be added again', async () => {
    account.lines = [line()]
    const box = await load()
    account.lines = []
    box.queueTap(12, change(line(), { qty: 3 }))
    await vi.waitFor(() => expect(notices(box)).toMatchObject([{ kind: 'gone', built: { qty: 3 } }]))
  })

  it('of a line that went to the kitchen says so and offers what is missing', async () => {
    account.lines = [line()]
    const box = await load()
    account.lines = [line({ command_id: 9, version: 2 })]
    box.queueTap(12, change(line(), { qty: 3 }))
    await vi.waitFor(() => expect(notices(box)).toMatchObject([{ kind: 'sent', more: { qty: 2 } }]))
  })
})

describe('taking a line away', () => {
  const take = (of: Line) => ({ kind: 'remove', lineId: of.id, name: of.name, base: fieldsOf(of) }) as const

  it('takes it although its number moved on', async () => {
    account.lines = [line({ version: 4 })]
    const box = await load()
    Object.assign(account.lines[0] as Line, { version: 5 })
    box.queueTap(12, take(line()))
    await vi.waitFor(() => expect(account.lines).toEqual([]))
    await vi.waitFor(() => expect(waiting(box)).toBe(0))
    expect(notices(box)).toEqual([])
  })

  it('leaves it where somebody else changed it meanwhile', async () => {
    account.lines = [line()]
    const box = await load()
    Object.assign(account.lines[0] as Line, { qty: '4', version: 2 })
    box.queueTap(12, take(line()))
    await vi.waitFor(() => expect(notices(box)).toMatchObject([{ kind: 'kept', lineId: 1 }]))
    expect(account.lines[0]?.qty).toBe('4')
  })
})
