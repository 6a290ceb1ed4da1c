export const clientKeys = {
  all: ['clients'] as const,
  one: (id: number | null) => [...clientKeys.all, 'one', id] as const,
  search: (term: string) => [...clientKeys.all, term] as const,
  history: (id: number) => [...clientKeys.all, 'history', id] as const,
  identityService: ['identity-service'] as const,
  districts: ['ubigeo'] as const,
}
