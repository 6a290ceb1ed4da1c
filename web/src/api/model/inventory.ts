import type { components } from '../schema.gen'

/* Stock: what there is, what it costs, what moves it, and how it is counted. */

type Schemas = components['schemas']

/** The stock of one item, in its own unit. */
export type StockItem = Schemas['StockItem']
/** The totals of all items that match, whatever the page. */
export type StockTotals = Schemas['StockTotals']
/** A product with its cost before and now, and its margin. */
export type DishCost = Schemas['DishCost']
/** How much of an item was used, and how much should have been, in its own unit. */
export type StockUse = Schemas['StockUse']
/** The totals of the use of all items, whatever state is selected. */
export type UseTotals = Schemas['UseTotals']
/** The moves of an item in a span of days, with its stock before and after them. */
export type Kardex = Schemas['Kardex']
/** One move of an item; quantities and costs are those of its own unit. */
export type KardexRow = Schemas['KardexRow']
/** What a document dated back changed in the costs of later sales. */
export type KardexReplay = Schemas['KardexReplay']
/** Something that was put into or taken out of stock by hand, with its items. */
export type InventoryMovement = Schemas['InventoryMovement']
/** Such a movement as lists show it. */
export type InventoryMovementRow = Schemas['InventoryMovementRow']
/** An item of such a movement. */
export type InventoryMovementItem = Schemas['InventoryMovementItem']
/** What is sent to record such a movement. */
export type NewInventoryMovement = Schemas['NewInventoryMovement']
/** The reason of a movement. */
export type InventoryReason = Schemas['InventoryReason']
/** Whether a movement counts or was rejected. */
export type InventoryStatus = Schemas['InventoryStatus']
/** Whether stock comes in or goes out. */
export type InventoryDirection = Schemas['InventoryDirection']
/** A count of the stock with its lines. */
export type StockCount = Schemas['StockCount']
/** A count of the stock as lists show it. */
export type StockCountRow = Schemas['StockCountRow']
/** One item of a count. */
export type StockCountLine = Schemas['StockCountLine']
/** The totals of a count. */
export type StockCountTotals = Schemas['StockCountTotals']
/** What a new count is to hold: without any criteria all items with tracked stock. */
export type NewStockCount = Schemas['NewStockCount']
/** How far a count is. */
export type CountStatus = StockCountRow['status']
/** What approving a count does to items that nobody counted: it leaves their stock, or sets it to zero. */
export type Uncounted = Schemas['Uncounted']
/** A supply that was made of others, with these. */
export type Production = Schemas['Production']
/** A supply that a production used. */
export type ProductionItem = Schemas['ProductionItem']
/** A production as lists show it; costs are null for users who may not see them. */
export type ProductionRow = Schemas['ProductionRow']
/** What a production would use and cost; nothing is stored. */
export type ProductionQuote = Schemas['ProductionQuote']
/** What is sent to record a production. */
export type NewProduction = Schemas['NewProduction']
