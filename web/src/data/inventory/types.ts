/** These are the types of the store room, under the names that this folder uses. */
export type {
  InventoryDirection as Direction,
  InventoryMovement as Movement,
  InventoryMovementItem as MovementItem,
  InventoryMovementRow as MovementRow,
  InventoryReason as MovementReason,
  InventoryStatus as MovementStatus,
  ItemKind as ItemType,
  Kardex,
  KardexReplay,
  KardexRow,
  NewInventoryMovement as MovementBody,
  StockItem as StockRow,
  StockTotals,
} from '../../api/model'

/** These are the conditions of stock that somebody should look at. */
export type StockAlert = 'BELOW_MINIMUM' | 'NEGATIVE' | 'PRICE_RISE' | 'IDLE'
