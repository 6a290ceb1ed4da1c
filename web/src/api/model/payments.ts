import type { components } from '../schema.gen'

/* What is paid, owed and given back, and the documents of it. */

type Schemas = components['schemas']

/** A way to pay, such as cash or Yape. */
export type PaymentOption = Schemas['PaymentOption']
/** The kind of a way to pay, by its number. */
export type PaymentType = Schemas['PaymentType']
/** What the payment screen loads once: ways to pay, kinds of documents, and the open cash cycle. */
export type PaymentsConfig = Schemas['PaymentConfig']
/** What is due on an account, in detail, and what was paid of it. */
export type PaymentInfo = Schemas['Quote']
/** A payment that was just taken, with the papers to print: `NewPayment` in the API. */
export type PaymentTaken = Schemas['NewPayment']
/** One of the payments that an account has so far. */
export type PaymentMade = PaymentInfo['payments'][number]
/** An open account with what is due on it. */
export type ToCollect = Schemas['ToCollect']
/** An issued boleta, factura or nota de venta: `Billing` in the API. */
export type IssuedDocument = Schemas['Billing']
/** A document with its progress at the tax authority and the mail to its client. */
export type IssuedDocumentDetail = Schemas['BillingDetail']
/** The number of documents by state; states without documents are left out. */
export type BillingCounters = Schemas['BillingCounters']
/** How far an electronic document is on its way to the tax authority. */
export type Transmission = Schemas['Transmission']
/** A credit note as lists show it. */
export type ListedNote = Schemas['ListedNote']
/** A credit note with its progress at the tax authority, and what may be done with it. */
export type NoteDetail = Schemas['CreditNoteDetail']
/** What a credit note would take off a document; nothing is stored. */
export type CreditQuote = Schemas['CreditQuote']
/** What a debit note would add to a document; nothing is stored. */
export type DebitQuote = Schemas['DebitQuote']
/** The reason of a debit note, by the code of the tax authority. */
export type DebitReason = Schemas['DebitReasonCode']
/** Documents that were sent to the tax authority together: a daily summary, or a voiding. */
export type TaxBatch = Schemas['BatchRow']
/** What the tax authority answered when it was asked about documents. */
export type Reconciled = Schemas['Reconciled']
/** Money that was given back for a payment. */
export type Refund = Schemas['Refund']
/** What a refund would give back and do; nothing is stored. */
export type RefundQuote = Schemas['RefundQuote']
/** A refund that was just made, with the papers to print. */
export type NewRefund = Schemas['NewRefund']
/** A client who owes, and how much. */
export type Debtor = Schemas['Debtor']
/** All that a client owes, sale by sale, and what was collected of it. */
export type ClientDebt = Schemas['ClientDebt']
/** Money of a debt that was just collected, with the papers to print. */
export type NewCollection = Schemas['NewCollection']
/** An offer that is printed on a paper of its own. */
export type Promotion = Schemas['Promotion']
