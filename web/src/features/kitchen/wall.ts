/**
 * These functions compute what the kitchen screen shows from the feed: ages, steps, totals. There is no time and no network in
 * here.
 */
import type { KitchenArea, KitchenCard, KitchenFeed, KitchenLine, LineStatus } from '../../api/model'
import { minutesSince } from '../../ui/format'

export type Age = 'onTime' | 'soon' | 'late'

export interface Limits {
  soon: number
  late: number
}

/** These limits hold where an area has none of its own. */
const usual: Limits = { soon: 8, late: 15 }

export const ageOf = (minutes: number, limits: Limits): Age =>
  minutes >= limits.late ? 'late' : minutes >= limits.soon ? 'soon' : 'onTime'

/** Returns the strictest limits among the areas that a card's lines belong to. */
export function limitsOf(card: KitchenCard, areas: KitchenArea[]): Limits {
  const concerned = areas.filter((area) => card.lines.some((line) => line.area_id === area.id))
  if (concerned.length === 0) return usual
  return {
    soon: Math.min(...concerned.map((area) => area.warn_minutes)),
    late: Math.min(...concerned.map((area) => area.late_minutes)),
  }
}

export const isUnprepared = (line: KitchenLine) =>
  !line.dismissed && (line.status === 'PENDING' || line.status === 'PROCESSING')

export const isUnseenDismissal = (line: KitchenLine) => line.dismissed && !line.dismissal_acknowledged

/** Lines of a command that moved to another table are a card of their own there. */
export const cardKey = (card: KitchenCard) => `${card.command_id}:${card.client_request_id}`

const byAge = (a: KitchenCard, b: KitchenCard) =>
  a.sent_at.localeCompare(b.sent_at) ||
  a.command_id - b.command_id ||
  a.client_request_id - b.client_request_id

/** Returns the card as one area sees it; a cancelled line leaves it once somebody in the kitchen has seen that. */
function ofArea(card: KitchenCard, area: number | null): KitchenCard {
  const lines = card.lines.filter(
    (line) => (area === null || line.area_id === area) && (!line.dismissed || !line.dismissal_acknowledged),
  )
  return { ...card, lines }
}

/** Returns the cards that still ask for work in an area, oldest first. */
export function shownCards(feed: KitchenFeed, area: number | null): KitchenCard[] {
  return feed.cards
    .map((card) => ofArea(card, area))
    .filter((card) => card.lines.some((line) => isUnprepared(line) || isUnseenDismissal(line)))
    .sort(byAge)
}

/** Groups lines by their account and where they came from: that is one move, however many commands it took along. */
const moveOf = (card: KitchenCard, line: KitchenLine) => `${card.client_request_id}:${line.moved_from}`

/** Maps the first card of each account that moved to all lines of that move, which one tap marks as seen. */
export function movesToSee(cards: KitchenCard[]): Map<string, number[]> {
  const moves = new Map<string, { first: string; lines: Set<number> }>()
  for (const card of cards) {
    for (const line of card.lines.filter((each) => each.moved_from)) {
      const move = moves.get(moveOf(card, line)) ?? { first: cardKey(card), lines: new Set() }
      moves.set(moveOf(card, line), { ...move, lines: move.lines.add(line.id) })
    }
  }
  const toSee = new Map<string, number[]>()
  for (const { first, lines } of moves.values()) toSee.set(first, [...(toSee.get(first) ?? []), ...lines])
  return toSee
}

/** Puts the cards of one account together, where its first is. */
function together(cards: AgedCard[]): AgedCard[][] {
  const groups = new Map<number, AgedCard[]>()
  for (const each of cards) {
    const account = each.card.client_request_id
    groups.set(account, [...(groups.get(account) ?? []), each])
  }
  return [...groups.values()]
}

export interface AgedCard {
  card: KitchenCard
  minutes: number
  age: Age
}

/** Late cards come first, though an area with a shorter limit has younger ones among them; otherwise the order stays. */
export function lateFirst(cards: KitchenCard[], areas: KitchenArea[], now: number): AgedCard[][] {
  const aged = cards.map((card) => {
    const minutes = minutesSince(card.sent_at, now)
    return { card, minutes, age: ageOf(minutes, limitsOf(card, areas)) }
  })
  const isLate = ({ age }: AgedCard) => age === 'late'
  return together([...aged.filter(isLate), ...aged.filter((each) => !isLate(each))])
}

/**
 * Returns the cards that an area finished lately, the newest first: whole commands, and its own part of those still open
 * elsewhere.
 */
export function finishedCards(feed: KitchenFeed, area: number | null): KitchenCard[] {
  const done = feed.cards
    .map((card) => ofArea(card, area))
    .filter(
      (card) => card.lines.length > 0 && !card.lines.some((line) => isUnprepared(line) || line.dismissed),
    )
  const recent = feed.recent.map((card) => ofArea(card, area)).filter((card) => card.lines.length > 0)
  const known = new Set(recent.map(cardKey))
  return [...recent, ...done.filter((card) => !known.has(cardKey(card)))].sort((a, b) =>
    lastChange(b).localeCompare(lastChange(a)),
  )
}

export const lastChange = (card: KitchenCard) =>
  card.lines
    .map((line) => line.status_changed_at)
    .sort()
    .at(-1) ?? ''

export interface Item {
  line_id: number
  component_id?: number
}

/** The effect of one tap: these items go from one state to the next. */
export interface KitchenStep {
  items: Item[]
  from: LineStatus
  to: LineStatus
  /** The account's name in the notice: "Mesa 6". */
  label: string
  /** The dish's name, where the step is of one line only; else null. */
  dish: string | null
  finishes: boolean
}

export const itemOf = (line: KitchenLine): Item =>
  line.component_id == null ? { line_id: line.id } : { line_id: line.id, component_id: line.component_id }

export const lineKey = (line: KitchenLine) => `${line.id}:${line.component_id ?? ''}`

const next: Partial<Record<LineStatus, LineStatus>> = { PENDING: 'PROCESSING', PROCESSING: 'PREPARED' }

/** Returns the step of a tapped line. A finished line has none: undo and recall take it back. */
export function lineStep(card: KitchenCard, line: KitchenLine): KitchenStep | null {
  const to = line.dismissed ? undefined : next[line.status]
  if (!to) return null
  const finishes = to === 'PREPARED' && card.lines.every((other) => other === line || !isUnprepared(other))
  return { items: [itemOf(line)], from: line.status, to, label: card.label, dish: line.name, finishes }
}

/** Returns the step of a tapped head, which moves the whole card: first all begin, then all are done. */
export function cardStep(card: KitchenCard): KitchenStep | null {
  const from = card.lines.some((line) => !line.dismissed && line.status === 'PENDING')
    ? 'PENDING'
    : 'PROCESSING'
  const lines = card.lines.filter((line) => !line.dismissed && line.status === from)
  const to = next[from]
  if (!to || lines.length === 0) return null
  return { items: lines.map(itemOf), from, to, label: card.label, dish: null, finishes: to === 'PREPARED' }
}

/** Returns the step that takes the last one of a finished card back. */
export function recallStep(card: KitchenCard): KitchenStep | null {
  const lines = card.lines.filter((line) => !line.dismissed && line.status === 'PREPARED')
  if (lines.length === 0) return null
  return {
    items: lines.map(itemOf),
    from: 'PREPARED',
    to: 'PROCESSING',
    label: card.label,
    dish: null,
    finishes: false,
  }
}

/** Returns the feed as it will be once the server has done the step; it is shown at once. */
export function afterStep(feed: KitchenFeed, items: Item[], status: LineStatus): KitchenFeed {
  const meant = new Set(items.map((item) => `${item.line_id}:${item.component_id ?? ''}`))
  const step = (card: KitchenCard): KitchenCard =>
    card.lines.some((line) => meant.has(lineKey(line)))
      ? { ...card, lines: card.lines.map((line) => (meant.has(lineKey(line)) ? { ...line, status } : line)) }
      : card
  const cards = feed.cards.map(step)
  const recent = feed.recent.map(step)
  const back = recent.filter((card) => card.lines.some(isUnprepared))
  return {
    ...feed,
    cards: [...cards, ...back],
    recent: recent.filter((card) => !card.lines.some(isUnprepared)),
  }
}

/** Cancelled lines leave the screen once seen, and so do notes about a change of table. */
export function afterAcknowledge(feed: KitchenFeed, lineIds: number[]): KitchenFeed {
  const seen = (line: KitchenLine) =>
    lineIds.includes(line.id) ? { ...line, dismissal_acknowledged: line.dismissed, moved_from: null } : line
  return { ...feed, cards: feed.cards.map((card) => ({ ...card, lines: card.lines.map(seen) })) }
}

export interface DishTotal {
  name: string
  pending: number
  today: number | null
}

/** Returns the dishes still to make, the most first, with how many of each went out today. */
export function dishTotals(cards: KitchenCard[], totals: KitchenFeed['totals']): DishTotal[] {
  const pending = new Map<string, number>()
  for (const line of cards.flatMap((card) => card.lines).filter(isUnprepared)) {
    pending.set(line.name, (pending.get(line.name) ?? 0) + Number(line.quantity))
  }
  const today = new Map(totals.map((total) => [total.name, Number(total.today)]))
  return [...pending]
    .map(([name, count]) => ({ name, pending: count, today: today.get(name) ?? null }))
    .sort((a, b) => b.pending - a.pending || a.name.localeCompare(b.name, 'es'))
}

/** Returns the seconds that a notice still stands. */
export const secondsLeft = (until: number, now: number) => Math.max(0, Math.ceil((until - now) / 1000))
