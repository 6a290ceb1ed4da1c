import type { components } from '../schema.gen'

/* Reports of what was sold, and to which cost. */

type Schemas = components['schemas']

/** What the rows of the sales report are: days, waiters, products and so on. */
export type SalesGrouping = Schemas['SalesCut']
/** The sums of some sales, less credit notes. */
export type SalesSums = Required<Schemas['SalesSums']>
/** A row of the sales report, with the same of the period before. */
export type SalesReportRow = Required<Schemas['SalesReportRow']> & { sums: SalesSums }
/** The sales of a period by one grouping, against the period before. */
export type SalesReport = Omit<Schemas['SalesReport'], 'totals' | 'before' | 'rows'> & {
  totals: SalesSums
  before: SalesSums
  rows: SalesReportRow[]
}
/** The way of a sale: at a table, taken away, delivered, or by an app. */
export type SalesChannel = Schemas['SalesChannel']
/** A document of the sales report, or a credit note with a negative total. */
export type SoldDocument = Required<Schemas['SoldDocument']>
/** A page of the documents behind a figure, and the totals of all. */
export type SoldDocuments = Schemas['SoldDocuments']
/** A page of the list of sales with their payments, and the totals of all. */
export type SaleList = Schemas['SaleList']
/** The sales of a period until now, against the same part of the one before. */
export type SalesSoFar = Required<Schemas['SalesSoFar']>
/** The sales of the day, the week, the month and the year so far. */
export type AccountingSummary = Record<keyof Schemas['AccountingSummary'], SalesSoFar>
/** The sales of a business day. */
export type AccountingDay = Schemas['AccountingDay']
/** The sales of a week from Monday on, to Sunday or today. */
export type AccountingWeek = Schemas['AccountingWeek']
/** The sales of a month, and of the same one a year before. */
export type AccountingMonth = Required<Schemas['AccountingMonth']>
/** The sales of a year. */
export type AccountingYear = Schemas['AccountingYear']
/** One of the products that sold best this month. */
export type AccountingProduct = Required<Schemas['AccountingProduct']>
/** What the sales of a month leave after the cost of the goods. */
export type AccountingMargin = Required<Schemas['AccountingMargin']>
/** The dishes of the menu by how well they sell and how much they leave. */
export type MenuReport = Required<Omit<Schemas['MenuReport'], 'dishes'>> & { dishes: MenuDish[] }
/** A dish of that report. */
export type MenuDish = Required<Schemas['MenuDish']>
/** The class of a dish: it sells well or not, and leaves much or little. */
export type DishClass = Schemas['DishClass']
/** The figures of a business day, as its close gives them. */
export type DayFigures = Required<Schemas['DayFigures']>
/** The month's sales so far, and its goal. */
export type SalesGoal = Required<Schemas['SalesGoal']>
/** The close of a business day: its figures, and the text that is mailed. */
export type CloseOfDay = Required<Schemas['CloseOfDay']>
/** The mail of a day's close to one person, and what became of it. */
export type CloseOfDayEmail = Required<Schemas['CloseOfDayEmail']>
/** To whom the close of the day is mailed, and what became of the last mails. */
export type CloseOfDayMail = Omit<Schemas['CloseOfDayMail'], 'emails'> & { emails: CloseOfDayEmail[] }
/** The first screen of the office; what the user may not see is null or empty. */
export type Dashboard = Schemas['Dashboard']
/** The present state of the restaurant, as far as the user's role may see it. */
export type Now = Schemas['Now']
/** The present state of the whole restaurant. */
export type HouseNow = Schemas['HouseNow']
/** The present state of a waiter's own accounts. */
export type OwnNow = Schemas['OwnNow']
/** The user's open cash cycle, without amounts so that it is counted blind, and the last closed one. */
export type CycleNow = Schemas['CycleNow']
/** The present state of the kitchen. */
export type KitchenNow = Schemas['KitchenNow']
/** Today's sales so far: documents less credit notes, without tips. */
export type SoldSoFar = Schemas['SoldSoFar']
/** A report as the server registers it. */
export type Report = Schemas['Report']
/** The table of any report. */
export type ReportTable = Schemas['TableBody']
/** A value of a report's table, in its canonical form and with its kind; null where it is empty. */
export type ReportCell = ReportTable['rows'][number][number]
