export const receivableKeys = {
  all: ['receivables'] as const,
  list: (filter: unknown) => ['receivables', 'list', filter] as const,
  of: (client: number) => ['receivables', 'client', client] as const,
}
