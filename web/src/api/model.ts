import type { PaperLine } from '../ui/Paper'
import type { components } from './schema.gen'

/** What the server answers, by the names of its OpenAPI document. Amounts and quantities are decimal text. */

type Schemas = components['schemas']

export type Id = number
export type Decimal = string
export type Timestamp = string

export type LineStatus = Schemas['LineStatus']
export type RequestType = Schemas['RequestKind']
export type Client = Schemas['Client']
export type Category = Schemas['Category']
export type Variant = Schemas['Variant']
export type SaleProduct = Schemas['Product']
export type Topping = Schemas['Topping']
export type SaleCatalog = Schemas['Sale']
export type Line = Schemas['Line']
export type Totals = Schemas['Totals']
export type Request = Schemas['Request']
export type RequestSummary = Schemas['RequestSummary']
export type Command = Schemas['Command']

export type TableStatus = 'AVAILABLE' | 'RESERVED' | 'OCCUPIED' | 'BILLED' | 'CLEANING'

export interface TableRequest {
  id: Id
  persons: number
  opened_at: Timestamp
  attendant_id: Id
  attendant_name: string
  total: Decimal
  unsent_count: number
  ready_count: number
  version: number
  client_name: string | null
}

export interface Table {
  id: Id
  salon_id: Id
  name: string
  seats: number
  x: number
  y: number
  width: number
  height: number
  shape: string
  status: string
  status_table: TableStatus
  client_request_id: Id | null
  request: TableRequest | null
}

export interface Landmark {
  kind: string
  name: string
  x: number
  y: number
  width: number
  height: number
}

export interface Salon {
  id: Id
  name: string
  width: number
  height: number
  landmarks: Landmark[] | null
  tables: Table[]
}

export interface Floor {
  salons: Salon[]
  takeaway: RequestSummary[]
  delivery: RequestSummary[]
}

export interface KitchenLine {
  id: Id
  component_id: Id | null
  name: string
  quantity: Decimal
  variant: string | null
  toppings: { name: string; quantity: Decimal }[]
  comment: string | null
  status: LineStatus
  status_changed_at: Timestamp
  area_id: Id
  dismissed: boolean
  dismissal_acknowledged: boolean
  dismissed_reason?: string | null
  version: number
}

export interface KitchenCard {
  command_id: Id
  number: number
  client_request_id: Id
  type: RequestType
  label: string
  salon: string | null
  correlative: number | null
  waiter: string
  persons: number
  sent_at: Timestamp
  area_ids: Id[]
  lines: KitchenLine[]
}

export interface KitchenArea {
  id: Id
  name: string
  warn_minutes: number
  late_minutes: number
}

export interface KitchenFeed {
  now: Timestamp
  areas: KitchenArea[]
  cards: KitchenCard[]
  totals: { name: string; pending: Decimal; today: Decimal }[]
  recent: KitchenCard[]
}

export interface PaymentOption {
  id: Id
  name: string
  is_cash: boolean
  asks_operation_number: boolean
  icon: string | null
}

export interface BillingType {
  id: Id
  code: string
  name: string
  serie: string | null
}

export interface Cycle {
  id: Id
  cashbox_id: Id
  cashbox_name: string
  turn_id: Id
  turn_name: string
  user_id: Id
  user_name: string
  status: 'OPEN' | 'CLOSED'
  business_day: string
  open_amount: Decimal
  close_amount: Decimal | null
  opened_at: Timestamp
  closed_at: Timestamp | null
  difference: Decimal | null
  difference_reason?: string | null
}

export interface PaymentsConfig {
  payment_options: PaymentOption[]
  billing_types: BillingType[]
  quick_amounts: Decimal[]
  cycle: Cycle | null
  default_client: Client | null
}

export interface PaymentInfo {
  client_request_id: Id
  label: string
  persons: number
  total: Decimal
  paid: Decimal
  account_total: Decimal
  igv_included: Decimal
  lines: (Line & { due_qty: Decimal; due_amount: Decimal })[]
  adjustments: { discounts: Totals['discounts']; charges: Totals['charges'] }
  payments: { kind: string; share_of?: number | null; total: Decimal; voided_at?: Timestamp | null }[]
  mode: null | 'LINES' | 'AMOUNT'
  version: number
}

export interface Payment {
  id: Id
  total: Decimal
  rounding: Decimal
  turned: Decimal
  billing: { id: Id; billing_type_id: Id; name: string; full_number: string; total: Decimal }
  client_request: { id: Id; is_paid: boolean; due: Decimal; closed_at: Timestamp | null }
  print_jobs: { id: Id; document: string; printer: string | null; state: string }[]
  warnings: string[]
}

export interface Cashbox {
  id: Id
  name: string
  status: string
  open_cycle: { id: Id; user_name: string; opened_at: Timestamp } | null
}

export interface Turn {
  id: Id
  name: string
}

export interface CashCount {
  version: number
  counted_at: Timestamp
  denominations: Record<string, Decimal>
  counted: Record<string, Decimal>
  expected: Record<string, Decimal>
  difference: Decimal
  differences: Record<string, Decimal>
  tolerance: Decimal
}

export interface CashMovement {
  id: Id
  movement_type: 'ENTRY' | 'EXPENSE'
  movement_date: Timestamp
  receipt_by: string
  motive: string
  amount: Decimal
  status: 'APPROVED' | 'REJECTED'
  reject_reason: string | null
  user_name: string
}

/** How the expected cash comes about. */
export interface CashParts {
  opening: Decimal
  received: Decimal
  turned: Decimal
  entries: Decimal
  expenses: Decimal
  expected: Decimal
}

export interface CycleDetail {
  cycle: Cycle
  methods: {
    payment_option_id: Id
    name: string
    is_cash: boolean
    received?: Decimal | null
    refunds?: Decimal | null
    expected?: Decimal | null
  }[]
  /** Only for those who may see what is expected, or after the count. */
  cash?: CashParts | null
  movements: CashMovement[]
  /** Totals only for those who may see what is expected, or after the count. */
  sales_by_document: { name: string; count: number; total?: Decimal | null }[]
  open_tables?: { count: number; total: Decimal } | null
  counts: CashCount[]
  denominations: Decimal[]
}

export interface Agent {
  id: Id
  name: string
  machine: string
  version: string
  platform: string
  online: boolean
  online_since: Timestamp | null
  last_seen_at: Timestamp | null
  paired_at: Timestamp
}

export type PrinterKind = 'USB' | 'NETWORK' | 'SERIAL' | 'SPOOLER' | 'VIRTUAL'

export type PrinterState = 'READY' | 'PAPER_NEAR_END' | 'PAPER_OUT' | 'COVER_OPEN' | 'OFFLINE' | 'ERROR'
export type PrintChoice = 'PRINT' | 'PDF' | 'NONE'

export interface Printer {
  id: Id
  name: string
  agent_id: Id | null
  agent_name: string | null
  type: PrinterKind
  address: string | null
  size: '80' | '58'
  profile: string
  stand_in_id: Id | null
  stand_in_name: string | null
  print_command: PrintChoice
  print_pre_account: PrintChoice
  print_receipt: PrintChoice
  opens_drawer: boolean
  status: 'ACTIVE' | 'INACTIVE'
  state: PrinterState
  state_at: Timestamp | null
  waiting_jobs: number
  last_job: {
    id: string
    document: string
    state: JobState
    level: string | null
    finished_at: Timestamp | null
  } | null
  production_area_ids: Id[]
  production_areas: string[]
  cashbox_ids: Id[]
  cashboxes: string[]
}

export type JobState =
  | 'PENDING'
  | 'OFFERED'
  | 'SPOOLED'
  | 'PRINTING'
  | 'DONE'
  | 'HELD'
  | 'UNCERTAIN'
  | 'REROUTED'
  | 'EXPIRED'
  | 'CANCELLED'

export interface PrintJob {
  id: string
  document: string
  area: string | null
  sequence: number | null
  printer_id: Id
  printer: string
  state: JobState
  level: string | null
  reason: string | null
  attempts: number
  duplicate: boolean
  created_at: Timestamp
  finished_at: Timestamp | null
  client_request_id: Id | null
}

/** A ticket of a virtual printer, laid out in columns. */
export interface PaperSheet {
  job_id: string
  document: string
  created_at: Timestamp
  finished_at: Timestamp | null
  state: JobState
  duplicate: boolean
  columns: number
  lines: PaperLine[]
}

export interface Dashboard {
  business_day: string
  sales_today: { total: Decimal; count: number; average: Decimal }
  sales_same_day_last_week: { total: Decimal; count: number }
  open_accounts: { count: number; total: Decimal }
  tables: { occupied: number; total: number }
  cashboxes_open: number
  by_day: { day: string; total: Decimal }[]
  top_products: { name: string; quantity: Decimal; total: Decimal }[]
  attention: { kind: string; text: string; path: string | null }[]
}
