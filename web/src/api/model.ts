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

export type KitchenLine = Schemas['KitchenLine']
export type KitchenCard = Schemas['KitchenCard']
export type KitchenArea = Schemas['ProductionArea']
export type KitchenFeed = Schemas['KitchenFeed']

/** What the document tells as any text and is one of a few words. */
type With<T, Words> = Omit<T, keyof Words> & Words

export type Cashbox = Schemas['Cashbox']
export type Turn = Schemas['Turn']
export type CashCount = Schemas['CashCount']
export type CashParts = Schemas['CashParts']
export type Cycle = With<Schemas['Cycle'], { status: 'OPEN' | 'CLOSED' }>
export type CashMovement = With<
  Schemas['Movement'],
  { movement_type: 'ENTRY' | 'EXPENSE'; status: 'APPROVED' | 'REJECTED' }
>
export type CycleDetail = With<Schemas['CycleDetail'], { cycle: Cycle; movements: CashMovement[] }>

export type Agent = Schemas['Agent']
export type Printer = With<
  Schemas['PrinterView'],
  {
    type: PrinterKind
    size: '80' | '58'
    status: 'ACTIVE' | 'INACTIVE'
    state: PrinterState
    print_command: PrintChoice
    print_pre_account: PrintChoice
    print_receipt: PrintChoice
  }
>
export type PrintJob = With<Schemas['JobView'], { state: JobState }>
/** A ticket of a virtual printer, laid out in columns. */
export type PaperSheet = With<Schemas['Paper'], { state: JobState; lines: PaperLine[] }>

export type Dashboard = Schemas['Dashboard']

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

export interface PaymentsConfig {
  payment_options: PaymentOption[]
  billing_types: BillingType[]
  quick_amounts: Decimal[]
  cash_rounding: boolean
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
  /** `due_amounts`: what the next 1, 2, 3 … units come to. */
  lines: (Line & { due_qty: Decimal; due_amount: Decimal; due_amounts: Decimal[] })[]
  /** What the next equal share comes to. */
  shares: { of: number; number: number; amount: Decimal }[]
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

export type PrinterKind = 'USB' | 'NETWORK' | 'SERIAL' | 'SPOOLER' | 'VIRTUAL'

export type PrinterState = 'READY' | 'PAPER_NEAR_END' | 'PAPER_OUT' | 'COVER_OPEN' | 'OFFLINE' | 'ERROR'
export type PrintChoice = 'PRINT' | 'PDF' | 'NONE'

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
