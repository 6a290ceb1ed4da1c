import type { components } from '../schema.gen'

/* What is bought, from whom, and what is owed for it. */

type Schemas = components['schemas']

/** A purchase in full, with its lines, instalments and payments. */
export type Purchase = Schemas['Purchase']
/** A purchase as lists show it. */
export type PurchaseRow = Schemas['PurchaseRow']
/** The purchases of a span of days and their sums. */
export type PurchaseReport = Schemas['PurchaseReport']
/** A file that is kept with a purchase. */
export type PurchaseFile = Schemas['PurchaseFile']
/** The purchase that was read from an electronic document, before it is saved. */
export type PaperDraft = Schemas['PaperDraft']
/** A line of an electronic document as its supplier wrote it. */
export type SupplierLine = Schemas['SupplierLine']
/** A line of a purchase. */
export type PurchaseItem = Schemas['PurchaseItem']
/** An instalment (cuota) of a purchase on credit: `PurchaseQuote` in the API. */
export type PurchaseInstalment = Schemas['PurchaseQuote']
/** A payment to a provider. */
export type PurchasePayment = Schemas['PurchasePayment']
/** The kind of the paper with which something was bought. */
export type PurchaseDocument = Schemas['PurchaseDocument']
/** Whether a purchase is paid at once or on credit. */
export type PurchaseType = Schemas['PurchaseType']
/** A part of a purchase on credit that its instalments leave out, such as a detraction. */
export type SetAside = Schemas['SetAside']
/** What a provider's note changes: goods go back, the cost changes, or neither. */
export type NoteEffect = Schemas['NoteEffect']
/** Whether money comes out of the user's own open cash box or from elsewhere. */
export type MoneySource = Schemas['MoneySource']
/** It says whether something bought or counted is a product or a supply. */
export type ItemKind = Schemas['ItemKind']
/** The last price that was paid for an item. */
export type LastPrice = Schemas['LastPrice']
/** One of the prices that were paid for an item, and its change. */
export type PaidPrice = Schemas['PaidPrice']
/** What a purchase dated back changes in the costs of later sales of one item. */
export type Replay = Schemas['Replay']
/** What should be bought of an item, by its stock and its use. */
export type ToBuyItem = Schemas['ToBuyItem']
/** What should be bought from one provider. */
export type ToBuyProvider = Schemas['ToBuyProvider']
