import type { Decimal, Id, ItemKind, StockItem, Timestamp } from '../../api/model'

export type ItemType = ItemKind
export type StockRow = StockItem
export type { Kardex, KardexRow, MoveReason, Replay, StockTotals } from '../../api/model'
export type StockAlert = 'BELOW_MINIMUM' | 'NEGATIVE' | 'PRICE_RISE' | 'IDLE'

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
