export const kitchenKeys = {
  all: ['kitchen'] as const,
  feed: ['kitchen', null] as const,
}
