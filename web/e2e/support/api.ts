import { uuid } from '../../src/api/uuid'
import { password, test } from './test'

type Json = Record<string, unknown>

// biome-ignore lint/suspicious/noExplicitAny: each spec reads of an answer what it needs
type Told = any

/** The API as somebody of the demo restaurant calls it: to set a scene quickly, or to play another till. */
export interface Caller {
  get: <T = Told>(path: string) => Promise<T>
  post: <T = Told>(path: string, body: Json) => Promise<T>
  put: <T = Told>(path: string, body: Json) => Promise<T>
  patch: <T = Told>(path: string, body: Json) => Promise<T>
}

/** Signs in, apart from any browser. */
export async function callerOf(username: string): Promise<Caller> {
  const { token } = await call<{ token: string }>('POST', '/login', { username, password })
  return {
    get: (path) => call('GET', path, undefined, token),
    post: (path, body) => call('POST', path, body, token),
    put: (path, body) => call('PUT', path, body, token),
    patch: (path, body) => call('PATCH', path, body, token),
  }
}

async function call<T>(method: string, path: string, body?: Json, token?: string): Promise<T> {
  const answer = await fetch(`${process.env.COMANDA_URL}/api${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': uuid(),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: body ? JSON.stringify(body) : undefined,
  })
  const json = (await answer.json()) as { response?: T; rows?: T }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`)
  return (json.response ?? json.rows) as T
}

/** The supervisor as a caller who has a cash box open while the tests of a file run. */
export function supervisorAtTheTill(): Caller {
  let supervisor: Caller
  let closeTill: () => Promise<void>
  test.beforeAll(async () => {
    supervisor = await callerOf('supervisor')
    closeTill = await withCash(supervisor)
  })
  test.afterAll(() => closeTill())
  return {
    get: (path) => supervisor.get(path),
    post: (path, body) => supervisor.post(path, body),
    put: (path, body) => supervisor.put(path, body),
    patch: (path, body) => supervisor.patch(path, body),
  }
}

/** A free cash box, opened for who asks, and how to close it again; one that is open already stays. */
export async function withCash(caller: Caller): Promise<() => Promise<void>> {
  const own = await caller.get<{ id: number } | null>('/cashbox-opened-cycle')
  if (own) return async () => undefined
  const boxes = await caller.get<{ id: number; open_cycle: unknown }[]>('/cashboxes')
  const free = boxes.find((box) => !box.open_cycle)
  const [turn] = await caller.get<{ id: number }[]>('/turns')
  const cycle = await caller.post<{ id: number }>('/cashbox-cycles', {
    cashbox_id: free?.id,
    turn_id: turn?.id,
    open_amount: '100',
    status: 'OPEN',
  })
  return async () => close(cycle.id)
}

/** Closes the box that somebody has open. */
export async function closeCash(caller: Caller) {
  const own = await caller.get<{ id: number } | null>('/cashbox-opened-cycle')
  if (own) await close(own.id)
}

/** The supervisor counts exactly what there should be. */
async function close(id: number) {
  const office = await callerOf('supervisor')
  const { methods } = await office.get<{ methods: { name: string; is_cash: boolean; expected: string }[] }>(
    `/cashbox-cycles-detail/${id}`,
  )
  const counted = methods.filter((each) => !each.is_cash).map((each) => [each.name, each.expected])
  await office.put(`/cashbox-cycles/${id}`, {
    status: 'CLOSED',
    close_amount: methods.find((each) => each.is_cash)?.expected ?? '0',
    counted: Object.fromEntries(counted),
  })
}

/** A take-away with so many of each dish, sent to the kitchen; gives its id. */
export async function takeAway(
  caller: Caller,
  dishes: Record<string, number>,
  client = 'Ana',
): Promise<number> {
  const { products } = await caller.get<{
    products: { id: number; name: string; variants: { id: number }[] }[]
  }>('/catalog/sale')
  const { id } = await caller.post<{ id: number }>('/client-requests', { type: 'ORDER', client_name: client })
  const asked = Object.entries(dishes).map(([name, qty]) => {
    const product = products.find((each) => each.name === name)
    if (!product) throw new Error(`there is no ${name}`)
    return { product: { id: product.id }, qty, variant_id: product.variants[0]?.id }
  })
  await caller.post('/orders', { client_request: id, products: asked })
  return id
}
