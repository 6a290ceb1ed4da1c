import type { components } from '../schema.gen'

/* The company, its settings and licence, the law that it follows, and its way to the first sale. */

type Schemas = components['schemas']

/** Whether something may be chosen: the inactive is kept, but is not offered. */
export type Status = Schemas['Status']
/** The settings of the mail server, without the password. */
export type SmtpSettings = Schemas['SmtpSettings']
/** How electronic documents are signed and sent, without secrets. */
export type BillingSetup = Schemas['ElectronicBilling']
/** The way of documents to the tax authority. */
export type BillingGateway = Schemas['Gateway']
/** The company's settings that screens need, without the PIN. */
export type GlobalSettings = Schemas['GlobalSettings']
/** The company's data as its own screen shows them. */
export type Company = Schemas['Company']
/** A value that is stored under a key: one of the program's own, or one of an integration. */
export type Configuration = Schemas['Configuration']
/** It says whether and how IGV applies. */
export type IgvTreatment = Schemas['IgvTreatment']
/** A series of document numbers, such as B001. */
export type BillingSeries = Schemas['BillingSeries']
/** A kind of document, such as boleta or factura, with its code of the tax authority. */
export type BillingType = Schemas['BillingType']
/** A tax regime from a day on, with its state: past, in force or to come. */
export type ListedRegime = Schemas['ListedRegime']
/** The rate of IGV from a day on, with the number of prices that are planned for that day. */
export type RateWithPrices = Schemas['RateWithPrices']
/** A fact that a law sets, such as a rate or the UIT, with its source and the days for which it holds. */
export type LawFact = Schemas['ListedFact']
/** The next change of the house's IGV, with the dishes and what each could cost then. */
export type RateChange = Schemas['RateChange']
/** New prices of dishes that hold from a day to come. */
export type PricePlan = Schemas['PricePlan']
/** What is left of a dish's price before and after the change of the rate. */
export type RateChangeDish = Schemas['RateChangeDish']
/** The progress of a new company towards its first sale. */
export type FirstUse = Schemas['FirstUse']
/** A step towards the first sale, and whether it is done. */
export type FirstUseStep = FirstUse['steps'][number]
/** The company's licence for this program, and until when it holds. */
export type Licence = Schemas['LicenseStatus']
/** An installer of the agent that prints. */
export type Download = Schemas['Download']
