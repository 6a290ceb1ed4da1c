/** One file loads the settings: the start of the app names fewer files. */
export { Screen as Billing } from './BillingScreen'
export { Screen as Configurations } from './ConfigurationsScreen'
export { Screen as Company } from './company/CompanyScreen'
export { Screen as Global } from './GlobalScreen'
export { Screen as RateChange } from './law/RateChangeScreen'
