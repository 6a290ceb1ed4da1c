/** What the server answers of purchases. */
import type { Decimal } from '../../api/model'

export type ItemType = 'PRODUCT' | 'SUPPLY'
export type PaperKind = 'BOLETA' | 'FACTURA' | 'NOTA_VENTA' | 'OTRO'
export type PayKind = 'CONTADO' | 'CREDITO'
export type MoneySource = 'CASH' | 'OTHER'

export interface PurchaseRow {
  id: number
  type: PayKind
  document: PaperKind
  serie: string
  number: string
  full_number: string
  date: string
  time: string
  provider_id: number
  provider_name: string
  provider_document: string
  status: 'ACTIVE' | 'VOIDED'
  total: Decimal
  paid: Decimal
  due: Decimal
  next_due_on: string | null
  next_due_amount: Decimal | null
  is_overdue: boolean
  items_count: number
  user_id: number
  user_name: string
  created_at: string
}

export interface PurchaseItem {
  id: number
  item_id: number
  item_type: ItemType
  name: string
  quantity: Decimal
  measurement_id: number
  measurement: string
  buy_price: Decimal
  total_price: Decimal
  base_quantity: Decimal
  base_measurement: string
  cost: Decimal
  unit_cost: Decimal
  has_stock: boolean
}

export interface Quote {
  id: number
  number: number
  date: string
  amount: Decimal
  paid: Decimal
  due: Decimal
  is_overdue: boolean
}

export interface PurchasePayment {
  id: number
  date_time: string
  amount: Decimal
  source: MoneySource
  payment_option: string | null
  operation_number: string | null
  user_name: string
  voided: boolean
}

export interface Replay {
  item_type: ItemType
  item_id: number
  name: string
  sales: number
  first_day: string
  last_day: string
  cost_before: Decimal | null
  cost_after: Decimal | null
  done: boolean
}

export interface Purchase extends PurchaseRow {
  subtotal: Decimal
  igv: Decimal
  discount: Decimal
  freight: Decimal
  prices_include_igv: boolean
  note: string
  items: PurchaseItem[]
  quotes: Quote[]
  payments: PurchasePayment[]
  void: { at: string; by: string; reason: string } | null
  can_void: boolean
  why_not_void: string | null
  replays: Replay[]
  warnings: string[]
}

export interface LastPrice {
  item_type: ItemType
  item_id: number
  date: string
  provider_name: string
  buy_price: Decimal
  measurement: string
  measurement_id: number
  base_price: Decimal
}
