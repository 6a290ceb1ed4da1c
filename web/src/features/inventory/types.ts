import type { Decimal, Id, Timestamp } from '../../api/model'

/** What is counted: what is sold as it was bought, or what dishes are made of. */
export type ItemType = 'PRODUCT' | 'SUPPLY'

export type StockAlert = 'BELOW_MINIMUM' | 'NEGATIVE' | 'PRICE_RISE' | 'IDLE'

export interface StockRow {
  item_type: ItemType
  item_id: Id
  name: string
  category_id: Id | null
  category: string | null
  /** Null: pieces of a product. */
  measurement_id: Id | null
  /** Its own unit, which all of the row is in. */
  measurement: string
  stock: Decimal
  min_stock: Decimal
  is_below_minimum: boolean
  is_negative: boolean
  unit_cost: Decimal | null
  value: Decimal | null
  /** Null: nothing of it was used in 28 days. */
  cover_days: number | null
  used_28_days: Decimal
  last_purchase: {
    date: Timestamp
    source: string
    unit_price: Decimal | null
    change_percent: Decimal | null
  } | null
  last_move_at: Timestamp | null
  /** Its value is being computed again. */
  pending: boolean
}

export interface StockTotals {
  items: number
  value: Decimal
  without_cost: number
  below_minimum: number
  negative: number
  price_rise: number
  idle: number
  /** The value of so many is being computed. */
  pending: number
}

export interface Replay {
  /** Moves of sales that cost something else now. */
  sales: number
  first_day: string | null
  last_day: string | null
  cost_before: Decimal
  cost_after: Decimal
  /** Of these the cost was unknown before. */
  unknown_before: number
  /** False: it is still being computed. */
  done: boolean
}

export interface KardexRow {
  id: Id
  date: Timestamp
  business_day: string
  document: string | null
  /** What moved it: `purchase:3`, `inventory:7`, `command:12`. */
  source: string
  reason: string
  entry: Decimal | null
  exit: Decimal | null
  unit_cost: Decimal | null
  value: Decimal | null
  /** What corrects the value of what went out before its cost was known. */
  adjustment: Decimal
  balance: Decimal
  balance_cost: Decimal | null
  balance_value: Decimal | null
  /** One of a pair that took a document back. */
  reversed: boolean
  user_name: string
  replay: Replay | null
}

export interface Kardex {
  rows: KardexRow[]
  before_quantity: Decimal
  before_cost: Decimal | null
  before_value: Decimal | null
  entries: Decimal
  exits: Decimal
  after_quantity: Decimal
  after_cost: Decimal | null
  after_value: Decimal | null
  item: { item_type: ItemType; item_id: Id; name: string; category: string | null; measurement: string }
  pending: boolean
}

export type Direction = 'in' | 'out'
export type MovementReason =
  | 'OPENING'
  | 'COUNT'
  | 'WASTE_EXPIRED'
  | 'WASTE_BROKEN'
  | 'WASTE_KITCHEN'
  | 'STAFF_MEAL'
  | 'GIFT'
  | 'OWN_USE'
  | 'PRODUCTION'
  | 'OTHER'
export type MovementStatus = 'APPROVED' | 'REJECTED'

export interface MovementRow {
  id: Id
  number: number
  /** `MP-00000012` of products, `MI-00000012` of supplies. */
  full_number: string
  type: Direction
  reason: MovementReason
  name: string
  description: string
  status: MovementStatus
  date: Timestamp
  responsible: string
  user_id: Id
  user: string
  items_count: number
  total?: Decimal | null
  created_at: Timestamp
}

export interface MovementItem {
  id: Id
  item_type: ItemType
  item_id: Id
  name: string
  measurement_id: Id
  measurement: string
  quantity: Decimal
  base_quantity: Decimal
  base_measurement: string
  unit_price?: Decimal | null
  total?: Decimal | null
  unit_cost?: Decimal | null
}

export interface Movement extends MovementRow {
  items: MovementItem[]
  rejected?: { at: Timestamp; by: string; reason?: string | null } | null
  can_delete: boolean
  warnings: string[]
}

export interface MovementBody {
  type: Direction
  reason: MovementReason
  name?: string
  description?: string
  status: MovementStatus
  date?: string
  responsible?: string
  items: {
    product_id?: Id
    supply_id?: Id
    measurement_id?: Id
    quantity: Decimal
    unit_price?: Decimal
  }[]
  pin?: string
  approver_id?: Id | null
}
