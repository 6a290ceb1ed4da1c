/** One file loads the screens of purchases: whoever opens one of them opens the others. */
export { NewPurchaseScreen as NewPurchase } from './create/NewPurchaseScreen'
export { PurchaseScreen as Purchase } from './detail/PurchaseScreen'
export { FromXmlScreen as FromXml } from './from-xml/FromXmlScreen'
export { PurchasesScreen as Purchases } from './list/PurchasesScreen'
export { ToBuyScreen as ToBuy } from './to-buy/ToBuyScreen'
