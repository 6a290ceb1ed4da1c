import i18n from '../i18n/i18n'
import { fromServer } from '../i18n/locale'

/** The server's refusal, or the failure to reach it (`status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly serverMessage: string,
    readonly fields: Record<string, string[]> = {},
    readonly requestId: string | null = null,
    /** The whole body: that of a 409 carries the record's present state. */
    readonly body: Record<string, unknown> = {},
  ) {
    super(serverMessage || code)
  }

  /** True when it is unknown whether the work was done: the same key may be sent again. */
  get unsure() {
    return this.status === 0 || this.status >= 500
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/* The server's text of these codes holds a count (attempts left, minutes to wait) or a name that our own words cannot have. */
const counted = new Set([
  'wrong_pin',
  'pin_locked',
  'too_many_requests',
  'sold_out',
  'not_sold_now',
  'price_changed',
  'in_use',
  'already_exists',
])

/** Returns the sentence that a person reads: our own by code, else the server's; of several wrong fields it names the first. */
export function errorText(error: unknown): string {
  if (!isApiError(error)) return i18n.t('errors.unexpected')
  if (counted.has(error.code) && error.serverMessage) return error.serverMessage
  const field = Object.values(error.fields)[0]?.[0]
  if (field) return field
  const key = `errors.${error.code}`
  if (i18n.exists(key)) return i18n.t(key as 'errors.unexpected')
  return error.serverMessage || i18n.t('errors.unexpected')
}

/**
 * Returns the first text for each field, for a form. A refusal because something exists already is shown as a whole: it says
 * which it is and what to do.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {}
  const names = Object.keys(error.fields)
  if (error.code === 'already_exists' && error.serverMessage && names.length === 1)
    return { [names[0] as string]: error.serverMessage }
  return Object.fromEntries(
    Object.entries(error.fields).flatMap(([name, texts]) => (texts[0] ? [[name, texts[0]]] : [])),
  )
}

export async function readError(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => ({}))
  return new ApiError(
    response.status,
    typeof body.code === 'string' ? body.code : `http_${response.status}`,
    typeof body.message === 'string' ? fromServer(body.message) : '',
    isRecord(body.errors) ? saidOf(body.errors as Record<string, string[]>) : {},
    typeof body.request_id === 'string' ? body.request_id : response.headers.get('x-request-id'),
    isRecord(body) ? body : {},
  )
}

const saidOf = (fields: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts.map(fromServer)]))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
