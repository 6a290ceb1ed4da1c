import type { components } from '../schema.gen'

/* The floor, its accounts and what the kitchen has to make of them. */

type Schemas = components['schemas']

/** How far the kitchen and the waiter are with a line. */
export type LineStatus = Schemas['LineStatus']
/** Where the account is served: at a table, taken away or delivered. */
export type AccountType = Schemas['RequestKind']
/** An account of a table, a take-away or a delivery, with its lines: `Request` in the API. */
export type Account = Schemas['Request']
/** A line of an account; its id never changes. */
export type Line = Schemas['Line']
/** The variant that was chosen for a line. */
export type LineVariant = Schemas['LineVariant']
/** A topping that was added to a line. */
export type LineTopping = Schemas['LineTopping']
/** The course that a line belongs to. */
export type LineCourse = Schemas['LineCourse']
/** A course of an account: whether something of it waits, was sent or is served, and since when. */
export type AccountCourse = Schemas['AccountCourse']
/** The sums of an account, from its lines to what is due. */
export type Totals = Schemas['Totals']
/** A discount or charge of an account, enabled or not. */
export type AccountAdjustment = Schemas['BillingAdjustment']
/** The account after one of its discounts or charges was changed. */
export type AccountAfterAdjustment = Schemas['AdjustmentsChanged']
/** What a move of lines did: both accounts, the lines that moved, and the papers for the kitchen. */
export type MoveResult = Schemas['MoveResult']
/** Lines sent to the kitchen together: a comanda, `Command` in the API. */
export type KitchenOrder = Schemas['Command']
/** What was sent to the kitchen together for a table, and may move to another one. */
export type KitchenOrderAtTable = Schemas['CommandAtTable']
/** A table that is kept for a client at an hour. */
export type Reservation = Schemas['Reservation']
/** All salons with their tables, and the accounts that are taken away or delivered. */
export type Floor = Schemas['Floor']
/** A salon with its tables, as the floor shows it. */
export type FloorSalon = Schemas['FloorSalon']
/** What the floor shows of an account that is taken away or delivered. */
export type FloorAccount = Schemas['FloorRequest']
/** A table, its state and the account of who sits there. */
export type Table = Schemas['Table']
/** The state of a table on the floor. */
export type TableStatus = Schemas['StatusTable']
/** The shape of a table on the plan. */
export type TableShape = Schemas['TableShape']
/** A room or terrace with tables, without these. */
export type Salon = Schemas['Salon']
/** A salon with all its tables, active or not, for the editor of the plan. */
export type SalonPlan = Schemas['SalonPlan']
/** A table with its place on the plan of its salon. */
export type PlanTable = Schemas['PlanTable']
/** Something in a salon by which people find their way, such as a door or the bar. */
export type Landmark = Schemas['Landmark']
/** One thing to make: a line, or a dish of a combo. */
export type KitchenLine = Schemas['KitchenLine']
/** A card of the kitchen monitor: what was sent together, and is still at the same table. */
export type KitchenCard = Schemas['KitchenCard']
/** An area of the kitchen that a monitor may show. */
export type KitchenArea = Schemas['ProductionArea']
/** All that a kitchen monitor shows. */
export type KitchenFeed = Schemas['KitchenFeed']
/** What waits of one course of an account, for the kitchen to see. */
export type HeldCourse = Schemas['HeldCourse']
