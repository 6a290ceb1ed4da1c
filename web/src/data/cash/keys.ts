/** Every key below `all` follows the events of the cash boxes. */
export const cashKeys = {
  all: ['cash'] as const,
  cashboxes: ['cash', 'cashboxes'] as const,
  allCashboxes: ['cash', 'cashboxes', 'all'] as const,
  turns: ['cash', 'turns'] as const,
  cycles: (asked: unknown) => ['cash', 'cycles', asked] as const,
  cycle: (id: number) => ['cash', 'cycle', id] as const,
  own: ['cash', 'own'] as const,
  movementList: (asked: unknown) => ['cash', 'movement-list', asked] as const,
  motives: (type: string) => ['cash', 'movement-list', 'motives', type] as const,
  movements: (cycle: number) => ['cash', 'movements', cycle] as const,
}
