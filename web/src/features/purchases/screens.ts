/** One file loads the screens of purchases: whoever opens one of them opens the others. */
export { Screen as NewPurchase } from './create/NewPurchaseScreen'
export { Screen as Purchase } from './detail/PurchaseScreen'
export { Screen as FromXml } from './from-xml/FromXmlScreen'
export { Screen as Purchases } from './list/PurchasesScreen'
export { Screen as ToBuy } from './to-buy/ToBuyScreen'
