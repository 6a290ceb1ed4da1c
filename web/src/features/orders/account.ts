/** The account as it is shown: what the server has, and what was tapped and is still under way; pure. */
import type { Line, Request, SaleProduct, Variant } from '../../api/model'
import { capitalised, centimos, decimal } from '../../ui/format'

/** A product tapped a moment ago. Its id is also the idempotency key of the call that adds it. */
export interface Draft {
  id: string
  requestId: number
  product: SaleProduct
  unit: number
  qty: number
  variant: Variant | null
  toppings: Line['toppings']
  comment: string
}

export type ShownLine = Line & { pending?: boolean }

/** A line belongs to the kitchen as soon as a command has taken it there. */
export const isSent = (line: Pick<Line, 'command_id'>) => line.command_id != null

const plain = (line: { comment: string; toppings: unknown[] }) => !line.comment && line.toppings.length === 0

/** Unsent lines with the drafts in them, as the server will have them: equal plain lines add up. */
export function withDrafts(lines: Line[], drafts: Draft[]): ShownLine[] {
  const shown: ShownLine[] = lines.filter((line) => !isSent(line) && line.status !== 'DISMISSED')
  drafts.forEach((draft, index) => {
    const variantId = draft.variant?.id ?? null
    const same = shown.findIndex(
      (line) =>
        line.product_id === draft.product.id &&
        (line.variant?.variant_id ?? null) === variantId &&
        plain(line) &&
        plain(draft),
    )
    const line = shown[same]
    if (line) {
      const qty = Number(line.qty) + draft.qty
      shown[same] = {
        ...line,
        qty: String(qty),
        total: decimal(centimos(line.unit_total) * qty),
        pending: true,
      }
    } else {
      shown.unshift(lineOf(draft, -1 - index))
    }
  })
  return shown
}

/** A draft as the line that it will be; its id is negative until the server gives one. */
export function lineOf(draft: Omit<Draft, 'id' | 'requestId'>, id: number): ShownLine {
  return {
    id,
    client_request_id: 0,
    command_id: null,
    command_number: null,
    product_id: draft.product.id,
    name: draft.product.name,
    variant: draft.variant
      ? { variant_id: draft.variant.id, name: draft.variant.name, total_sum: draft.variant.additional_amount }
      : null,
    toppings: draft.toppings,
    comment: draft.comment,
    qty_original: String(draft.qty),
    qty_paid: '0',
    qty: String(draft.qty),
    status: 'PENDING',
    production_area_id: draft.product.production_area_id,
    production_area: draft.product.production_area,
    is_combo: draft.product.is_combo,
    combo_has_product: [],
    sale_amount: decimal(draft.unit),
    unit_total: decimal(draft.unit),
    total: decimal(draft.unit * draft.qty),
    version: 0,
    added_by: 0,
    added_by_name: '',
    base_sale_amount: decimal(draft.unit),
    toppings_total: '0.00',
    added_at: '',
    sent_at: null,
    dismissed_reason: null,
    pending: true,
  }
}

export const sumOf = (lines: Line[]) => lines.reduce((sum, line) => sum + centimos(line.total), 0)
export const piecesOf = (lines: Line[]) => lines.reduce((sum, line) => sum + Number(line.qty), 0)

/** "3 Cocina · 2 Bar": how many plates go where, combos by their parts. */
export function areasOf(lines: Line[]): string {
  const counts = new Map<string, number>()
  const count = (area: string | null | undefined, pieces: number) => {
    if (area) counts.set(area, (counts.get(area) ?? 0) + pieces)
  }
  for (const line of lines) {
    if (line.combo_has_product.length > 0) {
      for (const part of line.combo_has_product)
        count(part.production_area, Number(part.quantity) * Number(line.qty))
    } else {
      count(line.production_area, Number(line.qty))
    }
  }
  return [...counts].map(([area, pieces]) => `${pieces} ${capitalised(area)}`).join(' · ')
}

/** Sent lines by the command that took them to the kitchen, the latest first. */
export function commandsOf(request: Request) {
  const sent = request.lines.filter(isSent)
  return [...request.commands]
    .sort((a, b) => b.id - a.id)
    .map((command) => ({ command, lines: sent.filter((line) => line.command_id === command.id) }))
    .filter((group) => group.lines.length > 0)
}

/** What stands below a dish: variant, combo parts, toppings. */
export function extrasOf(line: Line): string {
  const parts = line.combo_has_product.map((part) =>
    Number(part.quantity) > 1 ? `${Number(part.quantity)} ${part.name}` : part.name,
  )
  const toppings = line.toppings.map((topping) =>
    Number(topping.quantity) > 1 ? `+ ${topping.name} × ${Number(topping.quantity)}` : `+ ${topping.name}`,
  )
  return [line.variant?.name, ...parts, ...toppings].filter(Boolean).join(' · ')
}

/** Live and unpaid: what can still be dismissed. */
export const dismissable = (line: Line) =>
  isSent(line) && line.status !== 'DISMISSED' && Number(line.qty_paid) < Number(line.qty)

/** What the floor does with a dish that is ready: it brings it, a delivery first sends it off. */
export function nextStep(line: Line, type: Request['type']): Line['status'] | null {
  if (line.status === 'DISPATCHED') return 'DELIVERED'
  if (line.status !== 'PREPARED') return null
  return type === 'DELIVERY' ? 'DISPATCHED' : 'DELIVERED'
}
