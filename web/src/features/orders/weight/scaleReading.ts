/** These pure functions say what the pad shows of a reading of a scale, and how much of it is sold. */
import type { Decimal } from '../../../api/model'
import { millionths } from '../../../ui/decimals'
import type { MeasuredUnit } from '../../../ui/measure'
import { asTyped, type Limits, type Weight, withoutTare } from './weighing'

/** The display of a scale at a moment, as the event `scale.reading` brings it. */
export interface ScaleReading {
  scale_id: number
  /** The weight on its display, below zero too; null where it tells none. */
  grams: number | null
  state: 'STABLE' | 'MOVING' | 'OVERLOAD' | 'ERROR'
  /** True where the scale itself has taken a tare off. */
  net?: boolean | null
  tare_grams?: number | null
  trouble?: 'OFFLINE' | 'UNREADABLE' | 'BELOW_ZERO' | 'WRONG_UNIT' | 'FAULT' | 'UNKNOWN' | null
}

/** The last two readings of a scale since somebody looks. */
export interface ScaleReadings {
  last: ScaleReading | null
  before: ScaleReading | null
  /** True when nothing has come for so long that the last reading says nothing about now. */
  isSilent: boolean
}

export type ScaleState =
  | 'STABLE'
  | 'MOVING'
  | 'OVERLOAD'
  | 'EMPTY'
  | 'WAITING'
  | 'SILENT'
  | NonNullable<ScaleReading['trouble']>

export interface ScaleWeight extends Weight {
  /** The weight of the product without its tare, where less of it is sold because the product goes by steps. */
  weighed: bigint | null
}

export interface ScaleView {
  state: ScaleState
  /** The digits of the display, with a dash for each that is not known. */
  digits: string
  /** The weight that is taken off, in millionths of the unit of the price, and whether the scale did it. */
  tare: bigint
  isOwnTare: boolean
  /** It is there only while the scale stands still with something on it. */
  weight: ScaleWeight | null
}

/** A gram in millionths of the unit of the price. Volumes are on no scale. */
const gram: Partial<Record<MeasuredUnit, bigint>> = { KG: 1000n, HG: 10_000n, G: 1_000_000n }

export const measureOfGrams = (grams: number, unit: MeasuredUnit): bigint =>
  BigInt(grams) * (gram[unit] ?? 0n)

interface Sold {
  limits: Limits
  tare: Decimal | null | undefined
}

/** Says what the pad shows of a scale that is connected or not. */
export function viewOfScale(heard: ScaleReadings, isOnline: boolean, { limits, tare }: Sold): ScaleView {
  const { unit } = limits
  const { last, before } = heard
  const isOwnTare = last?.net === true
  const off = isOwnTare ? measureOfGrams(last.tare_grams ?? 0, unit) : (millionths(tare) ?? 0n)
  const state = stateOf(heard, isOnline)
  const view = { state, digits: dashes(unit), tare: off, isOwnTare, weight: null }
  if (last === null || last.grams === null) return view
  // What is shown is what would be sold: the tare is off already.
  const shown = (reading: ScaleReading) => {
    const left = measureOfGrams(reading.grams ?? 0, unit) - (reading.net ? 0n : off)
    return asTyped(left > 0n ? left : 0n, unit)
  }
  if (state === 'EMPTY') return { ...view, digits: asTyped(0n, unit) }
  if (state === 'MOVING')
    return { ...view, digits: stillDigits(shown(last), before?.grams == null ? null : shown(before)) }
  if (state !== 'STABLE') return view
  const gross = measureOfGrams(last.grams, unit) + (isOwnTare ? off : 0n)
  const weight = inSteps(gross, off, limits)
  return { ...view, digits: asTyped(weight.net, unit), weight }
}

function stateOf({ last, isSilent }: ScaleReadings, isOnline: boolean): ScaleState {
  if (last === null || isSilent) return !isOnline ? 'OFFLINE' : isSilent ? 'SILENT' : 'WAITING'
  if (last.state === 'ERROR') return last.trouble ?? 'UNKNOWN'
  if (last.state !== 'STABLE') return last.state
  if (last.grams === null) return 'UNKNOWN'
  if (last.grams > 0) return 'STABLE'
  // Without its tray, a scale that took the tray's tare off shows less than nothing.
  return last.grams === 0 || last.net ? 'EMPTY' : 'BELOW_ZERO'
}

const dashes = (unit: MeasuredUnit) => asTyped(0n, unit).replace(/\d/g, '–').padStart(3, '–')

/** Writes dashes for the digits that changed since the reading before, and for the last two at least. */
export function stillDigits(now: string, before: string | null): string {
  const known = now.length - 2
  let same = 0
  while (same < known && (before === null || now[same] === before[same])) same += 1
  const still = before !== null && before.length !== now.length ? 0 : same
  return now.slice(0, still) + now.slice(still).replace(/\d/g, '–')
}

/** Takes the tare off, and goes down to the next whole step: nobody can put exactly so many on a scale. */
function inSteps(gross: bigint, tare: bigint, limits: Limits): ScaleWeight {
  const whole = withoutTare(gross, tare, { ...limits, quantity_step: null })
  const step = millionths(limits.quantity_step)
  const rest = step ? whole.net % step : 0n
  if (rest === 0n || whole.fault === 'tare') return { ...whole, weighed: null }
  const net = whole.net - rest
  if (net === 0n) return { ...whole, weighed: null, fault: whole.fault ?? 'step' }
  return { ...withoutTare(net + tare, tare, limits), gross, weighed: whole.net }
}
