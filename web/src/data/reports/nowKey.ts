/** How things stand now: it follows what happens on the floor, in the kitchen and at the cash boxes. */
export const nowKey = ['dashboard', 'now'] as const
