/** This module brings one tap to the server, and returns what came of it. */
import { get, write } from '../../api/client'
import { errorText, isApiError } from '../../api/errors'
import type { Account, KitchenOrder, Line } from '../../api/model'
import { queryClient } from '../../api/query'
import { uuid } from '../../api/uuid'
import { catalogKeys } from '../../data/catalog/keys'
import { floorKeys } from '../../data/floor/keys'
import { isSent } from '../../data/orders/account'
import { orderKeys } from '../../data/orders/keys'
import { trackWrite } from '../../data/orders/pendingWrites'
import i18n from '../../i18n/i18n'
import { inSmallLetters, priceCentimos } from '../../ui/format'
import { showToast } from '../../ui/toasts'
import { choicesBody } from './choicesBody'
import type { NewNotice } from './notices'
import {
  type BuiltLine,
  fieldsOf,
  hasChanged,
  type LineFields,
  mergeFields,
  splitToppings,
  type Tap,
  weighedOf,
  weighedUnit,
} from './taps'

/** The version of the account that has it; `over` needs no more sending; `unanswered` means unknown, to be sent again. */
export type DeliveryOutcome = { version: number } | 'over' | 'unanswered'

interface Post {
  saying: (sent: Tap['sent']) => void
  tell: (notice: NewNotice) => void
}

export async function deliver(tap: Tap, post: Post): Promise<DeliveryOutcome> {
  try {
    return await trackWrite(tap.requestId, () => bring(tap, post))
  } catch (error) {
    // The user signed out meanwhile: it waits until they are back.
    if (isApiError(error) && (error.unsure || error.status === 401 || error.status === 403))
      return 'unanswered'
    refused(tap, error, post)
    void queryClient.invalidateQueries({ queryKey: orderKeys.one(tap.requestId) })
    return 'over'
  }
}

function bring(tap: Tap, post: Post): Promise<DeliveryOutcome> {
  switch (tap.kind) {
    case 'add':
      return add(tap, post)
    case 'change':
      return changeLine(tap, post)
    case 'remove':
      return remove(tap, post)
    case 'send':
      return sendAll(tap, post)
  }
}

/** Shows an account that a write brought, unless a newer one is shown already. */
function show(request: Account): DeliveryOutcome {
  queryClient.setQueryData<Account>(orderKeys.one(request.id), (known) =>
    known && known.version > request.version ? known : request,
  )
  void queryClient.invalidateQueries({ queryKey: floorKeys.all })
  return { version: request.version }
}

const refetch = async (requestId: number) => show(await get(`/client-requests/${requestId}`))

async function add(tap: Extract<Tap, { kind: 'add' }>, post: Post): Promise<DeliveryOutcome> {
  // From here on the tap is sent as it is: a further tap on the product is one of its own.
  post.saying({ key: tap.id })
  const { product, parts, qty, weighed, variant, comment, toppings, course, hold } = tap.built
  const answer = await write('POST', '/orders', tap.id, {
    client_request: tap.requestId,
    send: false,
    products: [
      {
        product: { id: product.id },
        qty: weighed?.measure ?? String(qty),
        variant_id: variant?.variant_id,
        comment: comment || undefined,
        ...toppingsBody(splitToppings(toppings)),
        components: choicesOf(parts),
        course_id: idOf(course),
        hold: hold ?? undefined,
      },
    ],
  })
  // Only an allergy makes the server warn of what is not sent yet; it stays until somebody has read it.
  for (const text of answer.warnings) post.tell({ kind: 'allergy', text })
  return show(answer.client_request)
}

/** Null is no course; undefined leaves it to the server. */
const idOf = (course: LineFields['course'] | undefined) => (course === null ? null : course?.id)

/** Returns the choices of a combo's dishes, one entry for each plate. */
function choicesOf(parts: BuiltLine['parts']) {
  const chosen = parts.flatMap(({ product_id, quantity, variant }) =>
    variant
      ? Array.from({ length: Number(quantity) }, () => ({ product_id, variant_id: variant.variant_id }))
      : [],
  )
  return chosen.length > 0 ? chosen : undefined
}

/** Returns the line as the server last gave it; it is fetched where this screen does not know the account. */
async function lineNow(requestId: number, lineId: number): Promise<Line | undefined> {
  const known =
    queryClient.getQueryData<Account>(orderKeys.one(requestId)) ??
    (await get(`/client-requests/${requestId}`))
  return known.lines.find((line) => line.id === lineId)
}

/* Others may change a line faster than we can answer; after this many tries the person decides. */
const mostMerges = 5

async function changeLine(tap: Extract<Tap, { kind: 'change' }>, post: Post): Promise<DeliveryOutcome> {
  let { sent } = tap
  let line = await lineNow(tap.requestId, tap.lineId)
  for (let round = 0; round < mostMerges; round += 1) {
    if (!sent) {
      if (!line) return gone(tap, post)
      if (isSent(line)) return tooLate(tap, line, post)
      const { put, clash } = mergeFields(tap.base, tap.set, fieldsOf(line))
      if (Object.keys(clash).length > 0) {
        post.tell({ kind: 'clash', lineId: tap.lineId, name: tap.name, mine: clash })
      }
      if (Object.keys(put).length === 0) return 'over'
      sent = { key: uuid(), body: { ...wire(put), version: line.version } }
      post.saying(sent)
    }
    try {
      await write('PUT', `/orders/${tap.lineId}`, sent.key, sent.body)
      return await refetch(tap.requestId)
    } catch (error) {
      if (isApiError(error) && error.code === 'not_found') return gone(tap, post)
      const now = currentOf<Line>(error, ['stale_version', 'conflict'])
      if (!now?.name) throw error
      line = now
      sent = undefined
    }
  }
  post.tell({ kind: 'clash', lineId: tap.lineId, name: tap.name, mine: tap.set })
  return refetch(tap.requestId)
}

const wire = (put: Partial<LineFields>) => ({
  // Of a weighed piece the measure changes, and never the count.
  qty: put.measure ?? put.qty?.toString(),
  comment: put.comment,
  variant_id: put.variant?.variant_id,
  ...toppingsBody(put),
  course_id: idOf(put.course),
  hold: put.hold,
})

const toppingsBody = ({ toppings, choices }: Partial<LineFields>) => ({
  toppings: toppings?.map(({ id, quantity }) => ({ id, quantity })),
  choices: choices && choicesBody(choices),
})

async function remove(tap: Extract<Tap, { kind: 'remove' }>, post: Post): Promise<DeliveryOutcome> {
  let { sent } = tap
  let line = await lineNow(tap.requestId, tap.lineId)
  for (let round = 0; round < mostMerges; round += 1) {
    if (!sent) {
      if (!line) return refetch(tap.requestId)
      if (isSent(line)) return tooLate(tap, line, post)
      if (hasChanged(tap.base, fieldsOf(line))) break
      sent = { key: uuid(), path: `/orders/${tap.lineId}?version=${line.version}` }
      post.saying(sent)
    }
    try {
      return show(await write('DELETE', sent.path as `/orders/${number}`, sent.key))
    } catch (error) {
      if (isApiError(error) && error.code === 'not_found') return refetch(tap.requestId)
      const now = currentOf<Line>(error, ['stale_version', 'conflict'])
      if (!now?.name) throw error
      line = now
      sent = undefined
    }
  }
  if (line) post.tell({ kind: 'kept', lineId: tap.lineId, name: tap.name, base: fieldsOf(line) })
  return refetch(tap.requestId)
}

async function sendAll(tap: Extract<Tap, { kind: 'send' }>, post: Post): Promise<DeliveryOutcome> {
  const { course, requestId } = tap
  if (course === undefined)
    tellSent(await write('POST', '/commands', tap.id, { client_request_id: requestId }), post)
  else {
    const fired = await write('POST', `/client-requests/${requestId}/fire`, tap.id, { course_id: course })
    tellSent(fired.command, post)
  }
  return refetch(requestId)
}

/** Says what went to the kitchen; nothing did where everything waits. */
function tellSent(command: KitchenOrder | null | undefined, post: Post) {
  if (!command) {
    showToast('success', i18n.t('orders.allWaits'))
    return
  }
  const number = String(command.number).padStart(4, '0')
  showToast(
    command.warnings.length > 0 ? 'warning' : 'success',
    i18n.t('orders.sent', { number }),
    command.warnings[0] ?? command.areas.map((area) => inSmallLetters(area.area)).join(' · '),
  )
  for (const area of command.areas) {
    if (area.warning) post.tell({ kind: 'area', text: area.warning })
    if (area.pdf) post.tell({ kind: 'pdf', area: area.area, commandId: command.id, number: command.number })
  }
}

/** Returns the present state of the record that a 409 brings; throws any other error. */
function currentOf<T>(error: unknown, codes: string[]): Partial<T> & T {
  if (!isApiError(error) || !codes.includes(error.code)) throw error
  return (error.body.current ?? {}) as Partial<T> & T
}

/** Somebody else removed the line that was changed here. */
async function gone(tap: Extract<Tap, { kind: 'change' }>, post: Post): Promise<DeliveryOutcome> {
  const known = queryClient
    .getQueryData<Account>(orderKeys.one(tap.requestId))
    ?.lines.find((line) => line.id === tap.lineId)
  post.tell({ kind: 'gone', name: tap.name, built: known ? builtOf(known, tap.set) : null })
  return refetch(tap.requestId)
}

/** The line is in the kitchen: more of it becomes a new line, any other change becomes a notice. */
async function tooLate(
  tap: Extract<Tap, { kind: 'change' | 'remove' }>,
  line: Line,
  post: Post,
): Promise<DeliveryOutcome> {
  const more = tap.kind === 'change' ? (tap.set.qty ?? 0) - Number(line.qty) : 0
  post.tell({ kind: 'sent', name: tap.name, more: more > 0 ? builtOf(line, { qty: more }) : null })
  return refetch(tap.requestId)
}

/** Returns a line in the shape that adds it again. */
export function builtOf(line: Line, set: Partial<LineFields> = {}): BuiltLine {
  const { qty, measure, variant, comment, choices, course, hold, ...added } = { ...fieldsOf(line), ...set }
  const toppings = [...choices, ...added.toppings]
  const weighed = weighedOf(line, { measure, variant })
  return {
    product: {
      id: line.product_id,
      name: line.name,
      production_area_id: line.production_area_id,
      production_area: line.production_area,
      is_combo: line.is_combo,
    },
    parts: line.combo_has_product,
    unit: weighed ? weighedUnit(weighed, toppings) : priceCentimos(line.unit_total),
    qty,
    weighed,
    variant,
    toppings,
    comment,
    course,
    hold,
  }
}

function refused(tap: Tap, error: unknown, post: Post) {
  const text = errorText(error)
  const code = isApiError(error) ? error.code : ''
  if (tap.kind === 'send' && code === 'not_sendable') {
    showToast('warning', i18n.t('orders.alreadySent'), tap.course === undefined ? undefined : text)
    return
  }
  const title =
    tap.kind === 'add'
      ? i18n.t('orders.notAdded', { name: tap.built.product.name })
      : tap.kind === 'send'
        ? i18n.t('orders.notSent')
        : i18n.t('orders.notChanged', { name: tap.name })
  showToast('danger', title, text)
  const current = isApiError(error) ? (error.body.current as { lines?: { id: number }[] } | undefined) : null
  const built = tap.kind === 'add' ? tap.built : undefined
  post.tell({ kind: 'refused', of: tap.kind, title, text, lines: current?.lines?.map(({ id }) => id), built })
  if (['sold_out', 'not_sold_now', 'price_changed'].includes(code))
    void queryClient.invalidateQueries({ queryKey: catalogKeys.all })
}
