/** Every key below `all` follows the catalog's events. */
export const catalogKeys = {
  all: ['catalog'] as const,
  /**
   * The key of the menu that tills show. Its last part changes with the menu's shape, so that a device does not read what it kept
   * of an older one.
   */
  sale: ['catalog', 'sale', 'courses'] as const,
  products: ['catalog', 'products'] as const,
  dishes: ['catalog', 'products', 'dishes'] as const,
  scheduled: ['catalog', 'products', 'scheduled'] as const,
  picked: ['catalog', 'products', 'pick'] as const,
  /** The products whose stock is counted. */
  stocked: ['catalog', 'products', 'stocked'] as const,
  /** The products that a new company may begin to count. */
  countable: ['catalog', 'products', 'countable'] as const,
  bulk: (change: unknown) => [...catalogKeys.products, 'bulk', change] as const,
  attributes: ['catalog', 'attributes'] as const,
  allAttributes: ['catalog', 'attributes', 'all'] as const,
  /** The combinations of all products. */
  variants: ['catalog', 'variants'] as const,
  schedules: ['catalog', 'schedules'] as const,
  toppings: ['catalog', 'toppings'] as const,
  allToppings: ['catalog', 'toppings', 'all'] as const,
  comments: ['catalog', 'comments'] as const,
  areas: ['catalog', 'areas'] as const,
  allAreas: ['catalog', 'areas', 'all'] as const,
  categories: ['catalog', 'categories'] as const,
  categoriesOf: (type: string) => [...catalogKeys.categories, 'all', type] as const,
  supplies: ['catalog', 'supplies'] as const,
  /** Stock quantities and the movements behind them. */
  inventory: ['catalog', 'inventory'] as const,
  /** Sheets of stock counts. */
  counts: ['counts'] as const,
  names: (of: string) => [...catalogKeys.all, 'first', of] as const,
}
