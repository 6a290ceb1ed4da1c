import type { PaymentType } from '../../api/model'

/** A sale on credit brings no money: exactly one option has this type, and keeps it. */
export const creditType = 5 satisfies PaymentType

/** The types that an option can be given: cash, card, wallet, transfer. */
export const paymentTypes = [1, 2, 3, 4] as const satisfies readonly PaymentType[]
