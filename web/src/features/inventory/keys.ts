/** What there is, why it moved, and the papers that moved it. */
export const inventoryKeys = {
  all: ['inventory'] as const,
  stock: (asked: unknown) => ['inventory', 'stock', asked] as const,
  search: (of: string, term: string) => ['inventory', 'search', of, term] as const,
  providers: (items: readonly string[]) => ['inventory', 'providers', items] as const,
  good: (type: string, id: number | undefined) => ['inventory', 'good', type, id] as const,
  edited: (type: string, id: number) => ['inventory', 'edited', type, id] as const,
  kardex: (item: string, from: string | null, to: string | null) =>
    ['inventory', 'kardex', item, from, to] as const,
  movements: (path: string, asked: unknown) => ['inventory', 'movements', path, asked] as const,
  movement: (path: string, id: number) => ['inventory', 'movement', path, id] as const,
}
