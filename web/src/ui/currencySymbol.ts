import { house } from '../session/house'

/** Returns the currency as a chart writes it. */
export const symbol = () => house().currency_symbol
