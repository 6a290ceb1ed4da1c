/** One file loads the screens of stock and its movements: whoever opens one of them opens the others. */

export { CostsScreen as Costs } from './costs/CostsScreen'
export { KardexScreen as Kardex } from './kardex/KardexScreen'
export { StockMovementsScreen as Movements } from './movements/StockMovementsScreen'
export { ProductionsScreen as Productions } from './productions/list/ProductionsScreen'
export { StockScreen as Stock } from './stock/StockScreen'
export { UsageVarianceScreen as Use } from './usage-variance/UsageVarianceScreen'
