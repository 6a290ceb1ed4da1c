const paperRules = ['purchases', 'paper-rules'] as const

export const purchaseKeys = {
  all: ['purchases'] as const,
  list: (asked: unknown) => ['purchases', 'list', asked] as const,
  /** The sums owed and overdue, whichever purchases a list shows. */
  owed: ['purchases', 'owed'] as const,
  one: (id: number) => ['purchases', 'one', id] as const,
  paperRules,
  paperRulesOn: (date: string, document: string) => [...paperRules, date, document] as const,
  toBuy: (days: number) => ['purchases', 'to-buy', days] as const,
  priceHistory: (item: string) => ['purchases', 'price-history', item] as const,
  lastPrices: (items: string) => ['purchases', 'last-prices', items] as const,
}
