import { cashKeys } from '../cash/keys'
import { nowKey } from './nowKey'

const sales = ['sales-report'] as const
const books = ['accounting-dashboard'] as const
/* A file is for days that are over: new sales change none of it. */
const reconciliations = ['reconciliation'] as const
const registers = ['sales-register'] as const
const purchaseRegisters = ['purchase-register'] as const

export const reportKeys = {
  dashboard: ['dashboard'] as const,
  now: nowKey,
  list: ['reports'] as const,
  /* Any report may hold sales of now: it follows the events of the cash boxes. */
  table: (file: string | undefined, asked: unknown) =>
    [...cashKeys.all, 'report-table', file, asked] as const,
  week: ['dashboard', 'week'] as const,
  daily: (cycle: number | null) => [...cashKeys.all, 'daily-report', cycle] as const,
  actionLog: (query: unknown) => ['action-log', query] as const,
  actionFilters: ['action-log', 'filters'] as const,
  sales: (asked: unknown) => [...sales, asked] as const,
  sold: (asked: unknown) => [...sales, 'documents', asked] as const,
  billingTypes: [...sales, 'billing-types'] as const,
  books: (of: string, count: number | null) => [...books, of, count] as const,
  registers,
  register: (year: number, month: number) => [...registers, year, month] as const,
  methods: (asked: unknown) => [...cashKeys.all, 'payment-method-report', asked] as const,
  moneyOperations: (asked: unknown) => [...cashKeys.all, 'money-operations', asked] as const,
  reconciliation: (of: unknown, asked: unknown) => [...reconciliations, of, asked] as const,
  reconciliations,
  cash: (asked: unknown) => [...cashKeys.all, 'cash-report', asked] as const,
  close: (date: string | null) => [...cashKeys.all, 'close-of-day', date] as const,
  closeMail: ['close-of-day', 'mail'] as const,
  cancellations: (asked: unknown) => ['cancellation-report', asked] as const,
  cancellationActs: (asked: unknown) => ['cancellation-report', 'operations', asked] as const,
  kitchen: (asked: unknown) => ['kitchen-times', asked] as const,
  kitchenDishes: (asked: unknown) => ['kitchen-times', 'operations', asked] as const,
  menu: (asked: unknown) => ['menu-engineering', asked] as const,
  purchases: (asked: unknown) => ['purchase-report', asked] as const,
  purchaseRegisters,
  purchaseRegister: (year: number, month: number) => [...purchaseRegisters, year, month] as const,
  /* Sales of the till while the report is open: it follows the events of the cash boxes. */
  saleBillings: (asked: unknown) => [...cashKeys.all, 'sale-billings', asked] as const,
}
