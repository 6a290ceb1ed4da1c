/** Cash, card, wallet, transfer. */
export const paymentTypes = [1, 2, 3, 4] as const
