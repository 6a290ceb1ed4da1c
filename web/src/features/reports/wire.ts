import type { CashMovement } from '../../api/model'
import type { PathOf } from '../../api/paths'

/**
 * What the server answers about sales, until its OpenAPI document has it: then these names come from `api/model`, and this
 * file goes. Amounts, quantities and percents are decimal text.
 */

export type SalesCut =
  | 'DAY'
  | 'HOUR'
  | 'WEEKDAY'
  | 'CHANNEL'
  | 'WAITER'
  | 'CASHIER'
  | 'CATEGORY'
  | 'PRODUCT'
  | 'TABLE'
  | 'DOCUMENT'

export type SalesChannel = 'TABLE' | 'ORDER' | 'DELIVERY' | 'APP'

export interface SalesSums {
  documents: number
  accounts: number
  persons: number
  quantity: string
  total: string
  net: string
  average: string | null
  per_person: string | null
  margin: string | null
  margin_percent: string | null
  covered_percent: string | null
}

export interface SalesReportRow {
  /** `2026-11-25` of a day, `0` to `23` of an hour, `1` (Monday) to `7` of a weekday, a channel, else an id. */
  key: string
  /** Empty of a day, an hour, a weekday and a channel. */
  name: string
  sums: SalesSums
  /** The total of the period before. */
  before: string
  change_percent: string | null
  share_percent: string | null
}

export interface SalesReport {
  start_date: string
  end_date: string
  before_start_date: string
  before_end_date: string
  by: SalesCut
  /** The period has not ended: it is compared with as much of the one before. */
  is_partial: boolean
  totals: SalesSums
  before: SalesSums
  rows: SalesReportRow[]
}

export interface SoldDocument {
  billing_id: number
  is_note: boolean
  document: string
  full_number: string
  issued_at: string
  business_day: string
  client_name: string
  channel: SalesChannel
  table_name: string | null
  attendant: string
  cashier: string
  total: string
  state: string
}

export interface SoldTotals {
  totals: { documents: number; total: string }
}

export interface SaleBilling extends SoldDocument {
  payment_id: number
  client_request_id: number
  /** How it was paid, in words. */
  methods: string
  voided: boolean
  can_void: boolean
}

export interface SaleTotals {
  totals: { documents: number; total: string; by_method: { name: string; total: string }[] }
}

export interface PeriodFigure {
  total: string
  documents: number
  before: string
  change_percent: string | null
}

export interface AccountingSummary {
  today: PeriodFigure
  week: PeriodFigure
  month: PeriodFigure
  year: PeriodFigure
}

export interface DaySales {
  date: string
  total: string
  documents: number
}

export interface WeekSales {
  week_start: string
  week_end: string
  total: string
  documents: number
}

export interface MonthSales {
  month: string
  total: string
  documents: number
  year_before: string
}

export interface YearSales {
  year: number
  total: string
  documents: number
}

export interface TopProduct {
  product_id: number
  name: string
  quantity: string
  total: string
  share_percent: string | null
}

export interface MonthMargin {
  month: string
  net: string
  cost: string
  margin: string
  margin_percent: string | null
  covered_percent: string | null
}

/** Who rejected a movement, where the server says it. */
export type ListedMovement = CashMovement & { rejected_by_name?: string | null }

export const salesReportPath = '/sales-total-report'
export const soldDocumentsPath = '/sales-total-report/documents'
export const salesFilePath = '/sales-total-report/file' as PathOf<'GET'>
export const saleBillingsPath = '/cash-movements-sale-billing'
