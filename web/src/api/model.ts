import type { components } from './schema.gen'

/** These are the server's answers, by the names of its OpenAPI document. Amounts and quantities are decimal text. */

type Schemas = components['schemas']

export type Decimal = string

export type LineStatus = Schemas['LineStatus']
export type AccountType = Schemas['RequestKind']
/** A role may do these, some only with a PIN. */
export type Action = Schemas['Action']
export type Client = Schemas['Client']
/** The client of an account, with no more than the till shows. */
export type AccountClient = Schemas['RequestClient']
export type ClientHistory = Schemas['ClientHistory']
export type Provider = Schemas['Provider']
/** Clients and providers have these fields in common. */
export type Party = Omit<Provider, 'id' | 'document_number'> & {
  document_number?: string | null
  dob?: string | null
}
export type Identified = Schemas['Identified']
export type District = Schemas['District']
export type StaffUser = Schemas['User']
export type Role = Schemas['RoleRow']
export type SessionShown = Schemas['SessionShown']
export type ToBuyItem = Schemas['ToBuyItem']
export type ToBuyProvider = Schemas['ToBuyProvider']
export type GuessLock = Schemas['GuessLock']
export type SmtpSettings = Schemas['SmtpSettings']
export type BillingSetup = Schemas['ElectronicBilling']
export type BillingGateway = Schemas['Gateway']
export type Category = Schemas['Category']
export type Variant = Schemas['Variant']
export type SaleProduct = Schemas['Product']
export type Topping = Schemas['Topping']
export type BulkChange = Schemas['BulkChange']
export type BulkReport = Schemas['BulkReport']
export type ImportReport = Schemas['ImportReport']
export type ImportLine = Schemas['ImportLine']
export type ToppingView = Schemas['ToppingView']
export type Supply = Schemas['Supply']
export type Unit = Schemas['Unit']
export type Measurement = Schemas['Measurement']
export type ProductionArea = Schemas['ProductionArea']
export type KitchenComment = Schemas['Comment']
export type OfficeProduct = Schemas['OfficeProduct']
export type ProductDetail = Schemas['ProductDetail']
export type CategoryRow = Schemas['CategoryRow']
export type Attribute = Schemas['Attribute']
export type Schedule = Schemas['Schedule']
export type SaleCatalog = Schemas['Sale']
export type Line = Schemas['Line']
export type LineVariant = Schemas['LineVariant']
export type LineTopping = Schemas['LineTopping']
export type Reservation = Schemas['Reservation']
export type GlobalSettings = Schemas['GlobalSettings']
export type Company = Schemas['Company']
export type BillingSeries = Schemas['BillingSeries']
export type ListedRegime = Schemas['ListedRegime']
export type RateWithPrices = Schemas['RateWithPrices']
export type LawFact = Schemas['ListedFact']
export type RateChange = Schemas['RateChange']
export type PricePlan = Schemas['PricePlan']
export type RateChangeDish = Schemas['RateChangeDish']
export type Configuration = Schemas['Configuration']
export type FirstUse = Schemas['FirstUse']
export type FirstUseStep = FirstUse['steps'][number]
export type Landmark = Schemas['Landmark']
export type TableShape = Schemas['TableShape']
export type PlanTable = Schemas['PlanTable']
export type Salon = Schemas['Salon']
export type SalonPlan = Schemas['SalonPlan']
export type TableStatus = Schemas['StatusTable']
export type Table = Schemas['Table']
export type FloorSalon = Schemas['FloorSalon']
export type FloorAccount = Schemas['FloorRequest']
export type Floor = Schemas['Floor']
export type Totals = Schemas['Totals']
export type AccountAdjustment = Schemas['BillingAdjustment']
export type AccountAfterAdjustment = Schemas['AdjustmentsChanged']
export type PaymentOption = Schemas['PaymentOption']
export type PaymentType = Schemas['PaymentType']
export type BillingType = Schemas['BillingType']
export type PaymentsConfig = Schemas['PaymentConfig']
export type PaymentInfo = Schemas['Quote']
export type PaymentTaken = Schemas['NewPayment']
export type PaymentMade = PaymentInfo['payments'][number]
export type IssuedDocument = Schemas['Billing']
/** A document with its progress at the tax authority and the mail to its client. */
export type IssuedDocumentDetail = Schemas['BillingDetail']
export type BillingCounters = Schemas['BillingCounters']
export type Transmission = Schemas['Transmission']
export type ListedNote = Schemas['ListedNote']
export type NoteDetail = Schemas['CreditNoteDetail']
export type CreditQuote = Schemas['CreditQuote']
export type DebitQuote = Schemas['DebitQuote']
export type DebitReason = Schemas['DebitReasonCode']
export type TaxBatch = Schemas['BatchRow']
export type Reconciled = Schemas['Reconciled']
export type RefundQuote = Schemas['RefundQuote']
export type Debtor = Schemas['Debtor']
export type ClientDebt = Schemas['ClientDebt']
export type NewCollection = Schemas['NewCollection']
export type Refund = Schemas['Refund']
export type ProductVariant = Schemas['ProductVariant']
export type NewRefund = Schemas['NewRefund']
export type Purchase = Schemas['Purchase']
export type PurchaseRow = Schemas['PurchaseRow']
export type PurchaseReport = Schemas['PurchaseReport']
export type PurchaseFile = Schemas['PurchaseFile']
export type PaperDraft = Schemas['PaperDraft']
export type SupplierLine = Schemas['SupplierLine']
export type PurchaseItem = Schemas['PurchaseItem']
export type PurchaseInstalment = Schemas['PurchaseQuote']
export type PurchasePayment = Schemas['PurchasePayment']
export type PurchaseDocument = Schemas['PurchaseDocument']
export type PurchaseType = Schemas['PurchaseType']
export type SetAside = Schemas['SetAside']
export type NoteEffect = Schemas['NoteEffect']
export type MoneySource = Schemas['MoneySource']
/** It says whether something bought or counted is a product or a supply. */
export type ItemKind = Schemas['ItemKind']
export type LastPrice = Schemas['LastPrice']
export type PaidPrice = Schemas['PaidPrice']
export type Replay = Schemas['Replay']
export type DailyReport = Schemas['DailyReport']
export type Promotion = Schemas['Promotion']
export type ToCollect = Schemas['ToCollect']
export type Account = Schemas['Request']
export type KitchenOrder = Schemas['Command']
export type Moved = Schemas['Moved']
export type KitchenOrderAtTable = Schemas['CommandAtTable']
export type ActionLogEntry = Schemas['ActionLogEntry']

export type KitchenLine = Schemas['KitchenLine']
export type KitchenCard = Schemas['KitchenCard']
export type KitchenArea = Schemas['ProductionArea']
export type KitchenFeed = Schemas['KitchenFeed']

export type Cashbox = Schemas['Cashbox']
export type Shift = Schemas['Turn']
export type MovementRows = Schemas['MovementRows']
export type CashCount = Schemas['CashCount']
export type CountDetail = Schemas['CountDetail']
export type Reasoned = Schemas['Reasoned']
export type CashParts = Schemas['CashParts']
export type Cycle = Schemas['Cycle']
export type CashMovement = Schemas['Movement']
export type CycleDetail = Schemas['CycleDetail']

export type Agent = Schemas['Agent']
export type PrintAlarm = Schemas['Alarm']
export type Printer = Schemas['PrinterView']
export type PrintJob = Schemas['JobView']
/** A piece of text in a line of a ticket, all of one style. */
export type PaperRun = Schemas['PaperRun']
/** A line of a ticket laid out in columns, the same that the printer gets. */
export type PaperLine = Schemas['PaperLine']
/** A ticket of a virtual printer, laid out in columns. */
export type PaperSheet = Schemas['Paper']

export type StockItem = Schemas['StockItem']
export type StockTotals = Schemas['StockTotals']
export type DishCost = Schemas['DishCost']
export type StockUse = Schemas['StockUse']
export type UseTotals = Schemas['UseTotals']
export type Kardex = Schemas['Kardex']
export type KardexRow = Schemas['KardexRow']
export type KardexReplay = Schemas['KardexReplay']
export type InventoryMovement = Schemas['InventoryMovement']
export type InventoryMovementRow = Schemas['InventoryMovementRow']
export type InventoryMovementItem = Schemas['InventoryMovementItem']
export type NewInventoryMovement = Schemas['NewInventoryMovement']
export type InventoryReason = Schemas['InventoryReason']
export type InventoryStatus = Schemas['InventoryStatus']
export type InventoryDirection = Schemas['InventoryDirection']

export type SalesRegister = Schemas['SalesRegister']
export type RegisterSeries = Schemas['RegisterSeries']
export type PurchaseRegister = Schemas['PurchaseRegister']
export type PaymentMethodReport = Omit<Schemas['PaymentMethodReport'], 'methods'> & { methods: MethodRow[] }
export type MethodRow = Required<Schemas['MethodRow']>
export type MethodSums = Schemas['MethodSums']
export type MethodCashier = Schemas['MethodCashier']
export type MoneyOperation = Required<Schemas['MoneyOperation']>
export type MethodStanding = Schemas['MethodStanding']
export type Reconciliation = Omit<Schemas['Reconciliation'], 'cases'> & { cases: ReconciliationCase[] }
export type ReconciliationCase = Required<Omit<Schemas['ReconciliationCase'], 'operation' | 'line'>> & {
  operation: MoneyOperation | null
  line: StatementLine | null
}
type StatementLine = Required<Schemas['StatementLine']>
export type Statement = Schemas['Statement']
export type NewReconciliationMark = Schemas['NewReconciliationMark']
export type ReconciliationCaseSums = Schemas['CaseSums']
export type OperationSums = Schemas['OperationSums']
export type CashReport = Omit<Schemas['CashReport'], 'cycles' | 'totals'> & {
  cycles: CashCycle[]
  totals: CashSums
}
export type CashCycle = Required<Schemas['CashCycle']>
export type CashGroup = Schemas['CashGroup']
export type CashSums = Required<Schemas['CashSums']>
export type CancellationReport = Omit<Schemas['CancellationReport'], 'people' | 'groups'> & {
  people: PersonRates[]
  groups: GroupRates[]
}
export type CancellationAct = Required<Schemas['CancellationAct']>
export type ActKind = Schemas['ActKind']
export type ActRate = Required<Schemas['ActRate']>
export type ActGroup = Schemas['ActGroup']
export type PersonRates = Omit<Schemas['PersonRates'], 'rates'> & { rates: ActRate[] }
type GroupRates = Required<Omit<Schemas['GroupRates'], 'rates'>> & { rates: ActRate[] }
export type CloseOfDay = Required<Schemas['CloseOfDay']>
/** The figures of a business day, as its close gives them. */
export type DayFigures = Required<Schemas['DayFigures']>
/** The month's sales so far, and its goal. */
export type SalesGoal = Required<Schemas['SalesGoal']>
export type CloseOfDayEmail = Required<Schemas['CloseOfDayEmail']>
export type CloseOfDayMail = Omit<Schemas['CloseOfDayMail'], 'emails'> & { emails: CloseOfDayEmail[] }
export type MenuReport = Required<Omit<Schemas['MenuReport'], 'dishes'>> & { dishes: MenuDish[] }
export type MenuDish = Required<Schemas['MenuDish']>
export type DishClass = Schemas['DishClass']
export type KitchenTimes = Required<
  Omit<Schemas['KitchenTimes'], 'totals' | 'before' | 'areas' | 'dishes' | 'hours'>
> & {
  totals: DishTimes
  before: DishTimes
  areas: (Required<Omit<Schemas['AreaTimes'], 'times'>> & { times: DishTimes })[]
  dishes: (Required<Omit<Schemas['PreparedProduct'], 'times'>> & { times: DishTimes })[]
  hours: (Omit<Schemas['HourTimes'], 'times'> & { times: DishTimes })[]
}
export type DishTimes = Required<Schemas['DishTimes']>
export type PreparedDish = Required<Schemas['PreparedOperation']>
export type RegisterCheck = Schemas['RegisterCheck']
export type ProposalComparison = Schemas['ProposalComparison']
export type ComparedField = Schemas['ComparedField']

export type Licence = Schemas['LicenseStatus']
export type Dashboard = Schemas['Dashboard']
/** The present state of the restaurant, as far as the user's role may see it. */
export type Now = Schemas['Now']
export type HouseNow = Schemas['HouseNow']
export type OwnNow = Schemas['OwnNow']
export type CycleNow = Schemas['CycleNow']
export type KitchenNow = Schemas['KitchenNow']
export type SoldSoFar = Schemas['SoldSoFar']
export type Download = Schemas['Download']

export type PrinterKind = Schemas['PrinterType']
export type PrinterState = Schemas['PrinterState']
export type PrintChoice = Schemas['PrintOption']
export type JobState = Schemas['JobState']
/** It says whether and how IGV applies. */
export type IgvTreatment = Schemas['IgvTreatment']
export type Status = Schemas['Status']

export type StockCount = Schemas['StockCount']
export type StockCountRow = Schemas['StockCountRow']
export type StockCountLine = Schemas['StockCountLine']
export type StockCountTotals = Schemas['StockCountTotals']
export type NewStockCount = Schemas['NewStockCount']
export type CountStatus = StockCountRow['status']
export type Uncounted = Schemas['Uncounted']
export type Production = Schemas['Production']
export type ProductionItem = Schemas['ProductionItem']
export type ProductionRow = Schemas['ProductionRow']
export type ProductionQuote = Schemas['ProductionQuote']
export type NewProduction = Schemas['NewProduction']
export type SalesGrouping = Schemas['SalesCut']
export type SalesSums = Required<Schemas['SalesSums']>
export type SalesReportRow = Required<Schemas['SalesReportRow']> & { sums: SalesSums }
export type SalesReport = Omit<Schemas['SalesReport'], 'totals' | 'before' | 'rows'> & {
  totals: SalesSums
  before: SalesSums
  rows: SalesReportRow[]
}
export type SoldDocument = Required<Schemas['SoldDocument']>
export type SoldDocuments = Schemas['SoldDocuments']
export type SaleList = Schemas['SaleList']
export type SalesSoFar = Required<Schemas['SalesSoFar']>
export type AccountingSummary = Record<keyof Schemas['AccountingSummary'], SalesSoFar>
export type AccountingDay = Schemas['AccountingDay']
export type AccountingWeek = Schemas['AccountingWeek']
export type AccountingMonth = Required<Schemas['AccountingMonth']>
export type AccountingYear = Schemas['AccountingYear']
export type AccountingProduct = Required<Schemas['AccountingProduct']>
export type AccountingMargin = Required<Schemas['AccountingMargin']>
export type SalesChannel = Schemas['SalesChannel']
