/** Everything below `all` follows the events of the cash boxes. */
export const cashKeys = {
  all: ['cash'] as const,
  cashboxes: ['cash', 'cashboxes'] as const,
  allCashboxes: ['cash', 'cashboxes', 'all'] as const,
  turns: ['cash', 'turns'] as const,
  cycles: (page: number, toReview: boolean) => ['cash', 'cycles', page, toReview] as const,
  cycle: (id: number) => ['cash', 'cycle', id] as const,
  own: ['cash', 'own'] as const,
  movements: (cycle: number) => ['cash', 'movements', cycle] as const,
}
