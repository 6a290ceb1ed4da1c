/** Every key below `all` follows the floor's events. */
export const floorKeys = {
  all: ['floor'] as const,
  reservations: (date: string | null) => [...floorKeys.all, 'reservations', date] as const,
  salons: () => [...floorKeys.all, 'salons'] as const,
  /** The plans of rooms, as the office edits them. */
  rooms: ['rooms'] as const,
  plan: (salon: number) => [...floorKeys.rooms, salon] as const,
}
