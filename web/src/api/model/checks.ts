import type { components } from '../schema.gen'

/* Reports by which the house checks its money, its staff and its taxes. */

type Schemas = components['schemas']

type GroupRates = Required<Omit<Schemas['GroupRates'], 'rates'>> & { rates: ActRate[] }
type StatementLine = Required<Schemas['StatementLine']>

/** A line of the action log: who did what, and what changed by it. */
export type ActionLogEntry = Schemas['ActionLogEntry']
/** The money of a period by the way in which it was paid, against the period before. */
export type PaymentMethodReport = Omit<Schemas['PaymentMethodReport'], 'methods'> & { methods: MethodRow[] }
/** A way to pay in that report, with its sums. */
export type MethodRow = Required<Schemas['MethodRow']>
/** The money that came and went by one way to pay. */
export type MethodSums = Schemas['MethodSums']
/** What one cashier took in, in total and by each way to pay. */
export type MethodCashier = Schemas['MethodCashier']
/** A payment, a refund or a collection by one way to pay. */
export type MoneyOperation = Required<Schemas['MoneyOperation']>
/** How far the statements of a way to pay have been compared. */
export type MethodStanding = Schemas['MethodStanding']
/** The operations of a way to pay, compared with what its statements say. */
export type Reconciliation = Omit<Schemas['Reconciliation'], 'cases'> & { cases: ReconciliationCase[] }
/** An operation with the statement's line for it, or only one of both. */
export type ReconciliationCase = Required<Omit<Schemas['ReconciliationCase'], 'operation' | 'line'>> & {
  operation: MoneyOperation | null
  line: StatementLine | null
}
/** The number and the sums of the cases of one kind. */
export type ReconciliationCaseSums = Schemas['CaseSums']
/** A statement that was uploaded, and the business days that it covers. */
export type Statement = Schemas['Statement']
/** What somebody decided about a case by hand. */
export type NewReconciliationMark = Schemas['NewReconciliationMark']
/** The number of operations and their total. */
export type OperationSums = Schemas['OperationSums']
/** The cash cycles of a period, and their sums. */
export type CashReport = Omit<Schemas['CashReport'], 'cycles' | 'totals'> & {
  cycles: CashCycle[]
  totals: CashSums
}
/** A cash cycle in that report, with its sums and differences. */
export type CashCycle = Required<Schemas['CashCycle']>
/** The differences in the cycles of a person or of a cash box. */
export type CashGroup = Schemas['CashGroup']
/** The sums of cash cycles. */
export type CashSums = Required<Schemas['CashSums']>
/** What was taken back, given away or made cheaper in a period, and by whom. */
export type CancellationReport = Omit<Schemas['CancellationReport'], 'people' | 'groups'> & {
  people: PersonRates[]
  groups: GroupRates[]
}
/** One act of that report; each line that was taken off is one. */
export type CancellationAct = Required<Schemas['CancellationAct']>
/** The kind of such an act. */
export type ActKind = Schemas['ActKind']
/** How often one kind of act happens, and whether that stands out. */
export type ActRate = Required<Schemas['ActRate']>
/** The number of acts with the same reason, area, hour or approver. */
export type ActGroup = Schemas['ActGroup']
/** How often a person does each kind of act. */
export type PersonRates = Omit<Schemas['PersonRates'], 'rates'> & { rates: ActRate[] }
/** How long the kitchen took in a period, by dish, area and hour, against the period before. */
export type KitchenTimes = Required<
  Omit<Schemas['KitchenTimes'], 'totals' | 'before' | 'areas' | 'dishes' | 'hours'>
> & {
  totals: DishTimes
  before: DishTimes
  areas: (Required<Omit<Schemas['AreaTimes'], 'times'>> & { times: DishTimes })[]
  dishes: (Required<Omit<Schemas['PreparedProduct'], 'times'>> & { times: DishTimes })[]
  hours: (Omit<Schemas['HourTimes'], 'times'> & { times: DishTimes })[]
}
/** The times of some dishes in seconds, and how many were late. */
export type DishTimes = Required<Schemas['DishTimes']>
/** A dish that was prepared, and how long that took: `PreparedOperation` in the API. */
export type PreparedDish = Required<Schemas['PreparedOperation']>
/** The register of sales of a month, as the tax authority asks for it (RVIE). */
export type SalesRegister = Schemas['SalesRegister']
/** The documents of a month in one series, with their sums. */
export type RegisterSeries = Schemas['RegisterSeries']
/** The register of purchases of a month, as the tax authority asks for it (RCE). */
export type PurchaseRegister = Schemas['PurchaseRegister']
/** One thing that was checked in a register, and what was found. */
export type RegisterCheck = Schemas['RegisterCheck']
/** How the tax authority's proposal of a register differs from the month's documents. */
export type ProposalComparison = Schemas['ProposalComparison']
/** A field in which a document and the proposal differ. */
export type ComparedField = Schemas['ComparedField']
