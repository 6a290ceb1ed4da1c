/** One file loads the settings: the start of the app names fewer files. */
export { BillingScreen as Billing } from './BillingScreen'
export { ConfigurationsScreen as Configurations } from './ConfigurationsScreen'
export { CompanyScreen as Company } from './company/CompanyScreen'
export { GlobalScreen as Global } from './GlobalScreen'
export { RateChangeScreen as RateChange } from './law/RateChangeScreen'
