export const lawKeys = {
  all: ['law'] as const,
  facts: ['law', 'facts'] as const,
  change: (asked: object) => ['law', 'rate-change', asked] as const,
}
