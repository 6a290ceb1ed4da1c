/** What the store room is told in, by the names that it goes by here. */
export type {
  InventoryDirection as Direction,
  InventoryMovement as Movement,
  InventoryMovementItem as MovementItem,
  InventoryMovementRow as MovementRow,
  InventoryReason as MovementReason,
  InventoryStatus as MovementStatus,
  ItemKind as ItemType,
  Kardex,
  KardexReplay as Replay,
  KardexRow,
  NewInventoryMovement as MovementBody,
  StockItem as StockRow,
  StockTotals,
} from '../../api/model'

/** What somebody should look at. */
export type StockAlert = 'BELOW_MINIMUM' | 'NEGATIVE' | 'PRICE_RISE' | 'IDLE'
