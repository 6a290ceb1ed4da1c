import { house } from '../session/house'

/** The currency as a chart says it. */
export const symbol = () => house().currency_symbol
