import type { components } from './schema.gen'

/** What the server answers, by the names of its OpenAPI document. Amounts and quantities are decimal text. */

type Schemas = components['schemas']

export type Id = number
export type Decimal = string
export type Timestamp = string

export type LineStatus = Schemas['LineStatus']
export type RequestType = Schemas['RequestKind']
/** What a role may do, and whose PIN allows it. */
export type Action = Schemas['Action']
export type Client = Schemas['Client']
/** Of an account: as much as the till shows of its client. */
export type RequestClient = Schemas['RequestClient']
export type ClientHistory = Schemas['ClientHistory']
export type Provider = Schemas['Provider']
/** What clients and providers have in common. */
export type Party = Omit<Provider, 'id' | 'document_number'> & {
  document_number?: string | null
  dob?: string | null
}
export type Identified = Schemas['Identified']
export type IdentityService = Schemas['IdentityService']
export type District = Schemas['District']
export type StaffUser = Schemas['User']
export type Role = Schemas['RoleRow']
export type SessionShown = Schemas['SessionShown']
export type TotpState = Schemas['TotpState']
export type TotpSetup = Schemas['TotpSetup']
export type GuessLock = Schemas['GuessLock']
export type SmtpSettings = Schemas['SmtpSettings']
export type SentLetter = Schemas['Sent']
export type Category = Schemas['Category']
export type Variant = Schemas['Variant']
export type SaleProduct = Schemas['Product']
export type Topping = Schemas['Topping']
export type BulkChange = Schemas['BulkChange']
export type BulkReport = Schemas['BulkReport']
export type ImportReport = Schemas['ImportReport']
export type ServerAddress = Schemas['ServerAddress']
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
export type TaxRate = Schemas['TaxRate']
export type Zone = Schemas['Zone']
export type Configuration = Schemas['Configuration']
export type FirstUse = Schemas['FirstUse']
export type FirstUseStep = FirstUse['steps'][number]
export type Landmark = Schemas['Landmark']
export type PlanTable = Schemas['PlanTable']
export type RoomSalon = Schemas['Salon']
export type SalonPlan = Schemas['SalonPlan']
export type TableStatus = Schemas['StatusTable']
export type Table = Schemas['Table']
export type Salon = Schemas['FloorSalon']
export type FloorRequest = Schemas['FloorRequest']
export type Floor = Schemas['Floor']
export type Totals = Schemas['Totals']
export type BillingAdjustment = Schemas['BillingAdjustment']
export type Adjustments = Schemas['Adjustments']
export type AdjustmentsChanged = Schemas['AdjustmentsChanged']
export type AdjustmentsPreview = Schemas['AdjustmentsPreview']
export type ChargeType = Schemas['ChargeType']
export type PaymentOption = Schemas['PaymentOption']
export type BillingType = Schemas['BillingType']
export type PaymentsConfig = Schemas['PaymentConfig']
export type PaymentInfo = Schemas['Quote']
export type Payment = Schemas['NewPayment']
export type PaymentMade = PaymentInfo['payments'][number]
export type Reprinted = Schemas['Reprinted']
export type Billing = Schemas['Billing']
export type RefundQuote = Schemas['RefundQuote']
export type Refund = Schemas['Refund']
export type ProductVariant = Schemas['ProductVariant']
export type NewRefund = Schemas['NewRefund']
export type DailyReport = Schemas['DailyReport']
export type Promotion = Schemas['Promotion']
export type ToCollect = Schemas['ToCollect']
export type ToCollectRows = Schemas['ToCollectRows']
export type Request = Schemas['Request']
export type Command = Schemas['Command']
export type Moved = Schemas['Moved']
export type MergePreview = Schemas['MergePreview']
export type TableOrders = Schemas['TableOrders']
export type CommandAtTable = Schemas['CommandAtTable']
export type ActionLogEntry = Schemas['ActionLogEntry']
export type ActionLogFilters = Schemas['ActionLogFilters']
export type CommandOfDay = Schemas['CommandOfDay']

export type KitchenLine = Schemas['KitchenLine']
export type KitchenCard = Schemas['KitchenCard']
export type KitchenArea = Schemas['ProductionArea']
export type KitchenFeed = Schemas['KitchenFeed']

/** What the document tells as any text and is one of a few words. */
type With<T, Words> = Omit<T, keyof Words> & Words

export type Cashbox = Schemas['Cashbox']
export type Turn = Schemas['Turn']
export type MovementRows = Schemas['MovementRows']
export type CashCount = Schemas['CashCount']
export type CountDetail = Schemas['CountDetail']
export type Reasoned = Schemas['Reasoned']
export type CashParts = Schemas['CashParts']
export type Cycle = With<Schemas['Cycle'], { status: 'OPEN' | 'CLOSED' }>
export type CashMovement = With<
  Schemas['Movement'],
  { movement_type: 'ENTRY' | 'EXPENSE'; status: 'APPROVED' | 'REJECTED' }
>
export type CycleDetail = With<Schemas['CycleDetail'], { cycle: Cycle; movements: CashMovement[] }>

export type Agent = Schemas['Agent']
export type PrinterProfile = Schemas['PrinterProfile']
export type PrintAlarm = Schemas['Alarm']
export type PrinterNotice = With<Schemas['Notice'], { state: PrinterState }>
export type Printer = With<
  Schemas['PrinterView'],
  {
    type: PrinterKind
    size: '80' | '58'
    status: 'ACTIVE' | 'INACTIVE'
    state: PrinterState
    print_command: PrintChoice
    print_pre_account: PrintChoice
    print_receipt: PrintChoice
  }
>
export type PrintJob = With<Schemas['JobView'], { state: JobState }>
export interface PaperRun {
  text: string
  style?: { bold?: boolean; size?: 'normal' | 'tall' | 'double'; reverse?: boolean }
}

/** A line of a ticket laid out in columns, the same that the printer gets. */
export type PaperLine =
  | { type: 'text'; runs: PaperRun[] }
  | { type: 'qr' | 'barcode'; data: string }
  | { type: 'image'; image: { width_dots: number; height_dots: number; dots: string } }
  | { type: 'logo' | 'cut' | 'beep' | 'drawer' }

/** A ticket of a virtual printer, laid out in columns. */
export type PaperSheet = With<Schemas['Paper'], { state: JobState; lines: PaperLine[] }>

export type Licence = Schemas['LicenseStatus']
export type Dashboard = Schemas['Dashboard']
export type Download = Schemas['Download']
export type PairingCode = Schemas['PairingCode']

export type PrinterKind = 'USB' | 'NETWORK' | 'SERIAL' | 'SPOOLER' | 'VIRTUAL'

export type PrinterState = 'READY' | 'PAPER_NEAR_END' | 'PAPER_OUT' | 'COVER_OPEN' | 'OFFLINE' | 'ERROR'
export type PrintChoice = 'PRINT' | 'PDF' | 'NONE'

export type JobState =
  | 'PENDING'
  | 'OFFERED'
  | 'SPOOLED'
  | 'PRINTING'
  | 'DONE'
  | 'HELD'
  | 'UNCERTAIN'
  | 'REROUTED'
  | 'EXPIRED'
  | 'CANCELLED'

/** An answer with the words above in place of any text. */
export type Patched<T> = T extends Schemas['PrinterView']
  ? Printer
  : T extends Schemas['JobView']
    ? PrintJob
    : T extends Schemas['Paper']
      ? PaperSheet
      : T extends Schemas['Notice']
        ? PrinterNotice
        : T extends Schemas['CycleDetail']
          ? CycleDetail
          : T extends Schemas['Cycle']
            ? Cycle
            : T extends Schemas['Movement']
              ? CashMovement
              : T
