export const providerKeys = {
  all: ['providers'] as const,
}
