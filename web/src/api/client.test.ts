import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../session/session'
import { get, list, whenLicenceExpires, whenWarned, write } from './client'
import { errorText, fieldErrors, isApiError } from './errors'

type Answer = { status?: number; body: unknown }

let server: Server
let answer: Answer
let seen: IncomingMessage | null = null

beforeEach(async () => {
  server = createServer((request, response) => {
    seen = request
    response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const dom = (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM
  dom.setURL(`http://127.0.0.1:${port}/pos`)
  useSession.setState({ status: 'in', session: { token: 'secret', user: { id: 4 } as never }, ended: null })
})

afterEach(() => new Promise((closed) => server.close(closed)))

const failing = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )
const refusal = (code: string, extra = {}) => ({
  success: false,
  code,
  message: 'Del servidor',
  errors: {},
  ...extra,
})

describe('what is sent', () => {
  it('carries the token, and on a write the key', async () => {
    answer = { body: { success: true, response: { id: 12 } } }
    expect(await write('POST', '/turns', 'b6c1', { name: 'Noche' })).toEqual({ id: 12 })
    expect(seen?.headers.authorization).toBe('Bearer secret')
    expect(seen?.headers['idempotency-key']).toBe('b6c1')
  })

  it('leaves empty query values out', async () => {
    answer = { body: { success: true, rows: [], total_rows: 0, total_pages: 1 } }
    await list('/clients', { term: '', page: 1, filters: undefined })
    expect(seen?.url).toBe('/api/clients?page=1')
  })
})

describe('what is said besides', () => {
  it('a text in an answer is a warning', async () => {
    answer = { body: { success: true, response: 1, text: 'El precio de la carta cambió' } }
    const warned = vi.fn()
    whenWarned(warned)
    expect(await get('/profile')).toBe(1)
    expect(warned).toHaveBeenCalledExactlyOnceWith('El precio de la carta cambió')
  })
})

describe('what is refused', () => {
  it('says a known code in our words and an unknown one in the server’s', async () => {
    answer = { status: 409, body: refusal('table_taken', { current: { client_request_id: 7 } }) }
    const known = await failing(get('/profile'))
    expect(errorText(known)).toBe('Otra persona acaba de abrir esta mesa.')
    expect(isApiError(known) && known.body.current).toEqual({ client_request_id: 7 })
    answer = { status: 409, body: refusal('brand_new') }
    expect(errorText(await failing(get('/profile')))).toBe('Del servidor')
  })

  it('says at the field which one there is already', async () => {
    const there = refusal('already_exists', { errors: { name: ['Ya existe.'] } })
    answer = { status: 409, body: there }
    expect(fieldErrors(await failing(get('/profile')))).toEqual({ name: 'Del servidor' })
    answer = {
      status: 409,
      body: refusal('already_exists', { errors: { name: ['Ya existe.'], price: ['Falta'] } }),
    }
    expect(fieldErrors(await failing(get('/profile')))).toEqual({ name: 'Ya existe.', price: 'Falta' })
  })

  it('shows the first error of a field', async () => {
    answer = { status: 422, body: refusal('invalid', { errors: { phone: ['Muy corto'], name: ['Falta'] } }) }
    expect(errorText(await failing(get('/profile')))).toBe('Muy corto')
  })

  it.each([
    [401, 'unauthenticated'],
    [403, 'session_ended'],
  ])('%i %s ends the session', async (status, code) => {
    answer = { status, body: refusal(code) }
    await failing(get('/profile'))
    expect(useSession.getState()).toMatchObject({ status: 'out', session: null, ended: 'revoked' })
  })

  it('a 403 that does not say why, of a proxy or cut off half-way, keeps the session', async () => {
    answer = { status: 403, body: {} }
    await failing(get('/profile'))
    expect(useSession.getState().status).toBe('in')
  })

  it('an expired licence keeps the session and goes to its page', async () => {
    const toLicence = vi.fn()
    whenLicenceExpires(toLicence)
    answer = { status: 403, body: refusal('license_expired', { license_expired: true }) }
    await failing(get('/profile'))
    expect(toLicence).toHaveBeenCalledOnce()
    expect(useSession.getState().status).toBe('in')
  })

  it('a server that is not there leaves the outcome open', async () => {
    await new Promise((closed) => server.close(closed))
    const error = await failing(get('/profile'))
    expect(isApiError(error) && error.unsure).toBe(true)
    expect(errorText(error)).toContain('No se pudo llegar al servidor')
    server = createServer().listen(0)
  })
})
