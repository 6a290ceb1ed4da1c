import { useSession } from '../session/session'
import { ApiError, readError } from './errors'
import type { BodyOf, ListPath, Method, PathOf, QueryOf, ResponseOf, Row, TotalsOf } from './paths'
import { noteFailure, noteSuccess } from './serverTrouble'

type Scalar = string | number | boolean
type Query = Record<string, Scalar | null | undefined>

interface Call {
  query?: Query
  body?: unknown
  /** The file is sent as it is, in place of a body. */
  file?: File
  /** The file is sent inside a form, as a browser does. */
  form?: FormData
  /** This UUID marks one act of a person; every attempt at it sends the same one. */
  key?: string
  signal?: AbortSignal
}

type WriteMethod = Exclude<Method, 'GET'>

const timeoutMs = 15_000
/** A photo over a phone's connection needs this long (ms). */
const uploadMs = 90_000

/* `AbortSignal.any` is younger than phones that sell: Safari 17.4, Chrome 116. */
function within(milliseconds: number, given?: AbortSignal): AbortSignal {
  const ending = new AbortController()
  const end = () => ending.abort()
  setTimeout(end, milliseconds)
  if (given?.aborted) end()
  given?.addEventListener('abort', end, { once: true })
  return ending.signal
}

/**
 * Sends one call: it adds the token, reads the envelope, throws refusals as `ApiError` and ends the session when the answer says
 * so.
 */
export async function send(method: string, path: string, call: Call = {}): Promise<Response> {
  const token = useSession.getState().session?.token
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token) headers.Authorization = `Bearer ${token}`
  if (call.key) headers['Idempotency-Key'] = call.key
  if (call.file) headers['Content-Type'] = 'application/octet-stream'
  else if (!call.form && call.body !== undefined) headers['Content-Type'] = 'application/json'
  const signal = within(call.file || call.form ? uploadMs : timeoutMs, call.signal)
  let response: Response
  try {
    response = await fetch(address(path, call.query), {
      method,
      headers,
      signal,
      body: call.file ?? call.form ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
    })
  } catch (cause) {
    if (call.signal?.aborted) throw cause
    onUnreachable()
    throw new ApiError(0, 'unreachable', '')
  }
  if (response.ok) {
    noteSuccess(method)
    return response
  }
  const error = await readError(response)
  noteFailure(error.code)
  endSession(error, !!token)
  throw error
}

/** A single answer, which lies in `response`. */
export const get = <P extends PathOf<'GET'>>(path: P, query?: QueryOf<'GET', P>, signal?: AbortSignal) =>
  oneAt<ResponseOf<'GET', P>>(path, signal, query)

/** Reads a list: `rows`, with the totals where the list is paged. */
export const list = <P extends ListPath>(path: P, query?: QueryOf<'GET', P>, signal?: AbortSignal) =>
  rowsAt<Row<P>, TotalsOf<P>>(path, query, signal)

/** Reads one answer for callers that are given a path together with the type of what is there. */
export async function oneAt<T>(path: string, signal?: AbortSignal, query?: Query): Promise<T> {
  return unwrap<T>(await send('GET', path, { query, signal }))
}

export async function rowsAt<T, Totals = unknown>(
  path: string,
  query?: Query,
  signal?: AbortSignal,
): Promise<Rows<T> & Totals> {
  const body = await (await send('GET', path, { query, signal })).json()
  warn(body)
  body.rows ??= []
  body.total_rows ??= 0
  body.total_pages ??= 1
  return body
}

export async function write<M extends WriteMethod, P extends PathOf<M>>(
  method: M,
  path: P,
  key: string,
  body?: BodyOf<M, P>,
  query?: QueryOf<M, P>,
): Promise<ResponseOf<M, P>> {
  const given = body instanceof File ? { file: body } : { body: method === 'DELETE' ? body : (body ?? {}) }
  return unwrap(await send(method, path as string, { ...given, query, key }))
}

/** Sends a file in the field `file`, with its name. */
export async function upload<P extends PathOf<'POST'>>(
  path: P,
  key: string,
  file: File,
): Promise<ResponseOf<'POST', P>> {
  const form = new FormData()
  form.append('file', file, file.name)
  return unwrap(await send('POST', path as string, { form, key }))
}

export interface Rows<T> {
  rows: T[]
  total_rows: number
  total_pages: number
}

async function unwrap<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T
  const body = await response.json()
  warn(body)
  return body.response as T
}

let onWarning: (text: string) => void = () => {}
/** Calls back with the server's warnings beside an answer. */
export function whenWarned(callback: (text: string) => void) {
  onWarning = callback
}

function warn(body: { text?: unknown }) {
  if (typeof body.text === 'string' && body.text !== '') onWarning(body.text)
}

function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `/api${path}${search.size ? `?${search}` : ''}`
}

let onUnreachable = () => {}
export function whenUnreachable(callback: () => void) {
  onUnreachable = callback
}

let onLicenceExpired = () => {}
export function whenLicenceExpires(callback: () => void) {
  onLicenceExpired = callback
}

/* The role must have a second factor since a moment ago: no call answers before it is set up. */
let onTotpMissing = () => {}
export function whenTotpIsMissing(callback: () => void) {
  onTotpMissing = callback
}

/* It goes by the code and not by the status: a 403 of a proxy, or one whose body was cut off, says nothing about the session. */
function endSession(error: ApiError, signedIn: boolean) {
  if (error.code === 'must_set_totp') onTotpMissing()
  else if (error.code === 'license_expired') onLicenceExpired()
  else if (signedIn && (error.code === 'unauthenticated' || error.code === 'session_ended'))
    useSession.getState().signOut('revoked')
}
