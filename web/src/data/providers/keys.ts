export const providerKeys = {
  all: ['providers'] as const,
  search: (term: string) => ['providers', 'search', term] as const,
}
