/** These are the server's answers, by the names of its OpenAPI document or by better ones. Amounts and quantities are decimal text. */

export type Decimal = string

export type * from './model/cash'
export type * from './model/catalog'
export type * from './model/checks'
export type * from './model/inventory'
export type * from './model/orders'
export type * from './model/payments'
export type * from './model/people'
export type * from './model/printing'
export type * from './model/purchases'
export type * from './model/sales'
export type * from './model/settings'
