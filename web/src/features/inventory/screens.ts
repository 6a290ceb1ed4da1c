/** One file loads the screens of stock and its movements: whoever opens one of them opens the others. */

export { Screen as Costs } from './costs/CostsScreen'
export { Screen as Kardex } from './kardex/KardexScreen'
export { Screen as Movements } from './movements/MovementsScreen'
export { Screen as Productions } from './productions/list/ProductionsScreen'
export { Screen as Stock } from './stock/StockScreen'
export { Screen as Use } from './use/UseScreen'
