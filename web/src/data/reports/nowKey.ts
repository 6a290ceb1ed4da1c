/** The present figures: they follow the floor, the kitchen and the cash boxes. */
export const nowKey = ['dashboard', 'now'] as const
