/** Cash, card, wallet, transfer. */
/** Of one that brings no money: there is one, and it stays what it is. */
export const creditType = 5

export const paymentTypes = [1, 2, 3, 4] as const
