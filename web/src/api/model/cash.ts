import type { components } from '../schema.gen'

/* The cash boxes, and the money that comes and goes there. */

type Schemas = components['schemas']

/** A cash box, and who has it open. */
export type Cashbox = Schemas['Cashbox']
/** A shift (turno), by which cash cycles are told apart: `Turn` in the API. */
export type Shift = Schemas['Turn']
/** A cash box from its opening to its closing, by one person. */
export type Cycle = Schemas['Cycle']
/** All figures of a cash cycle. */
export type CycleDetail = Schemas['CycleDetail']
/** A stored count: what was counted blind, and what was expected at that moment. */
export type CashCount = Schemas['CashCount']
/** A count with its entry in the action log. */
export type CountDetail = Schemas['CountDetail']
/** Who counted or closed, for which reason, and who allowed it. */
export type Reasoned = Schemas['Reasoned']
/** The parts of the cash that is expected in a box. */
export type CashParts = Schemas['CashParts']
/** Money that came into or left a box other than by a sale. */
export type CashMovement = Schemas['Movement']
/** A page of such movements, with the sums of the whole list. */
export type MovementRows = Schemas['MovementRows']
/** The sales of a cash cycle, as its report shows and prints them. */
export type DailyReport = Schemas['DailyReport']
