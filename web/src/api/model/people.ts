import type { components } from '../schema.gen'

/* People and what they may do: clients, providers, users and their sessions. */

type Schemas = components['schemas']

/** A role may do these, some only with a PIN. */
export type Action = Schemas['Action']
/** A client of the restaurant, a person or a company. */
export type Client = Schemas['Client']
/** The client of an account, with no more than the till shows. */
export type AccountClient = Schemas['RequestClient']
/** What a client has bought: the number of visits, the total, and the last documents. */
export type ClientHistory = Schemas['ClientHistory']
/** A person or company from which the restaurant buys. */
export type Provider = Schemas['Provider']
/** Clients and providers have these fields in common. */
export type Party = Omit<Provider, 'id' | 'document_number'> & {
  document_number?: string | null
  dob?: string | null
}
/** The person or company that a look-up found for a DNI or RUC. */
export type Identified = Schemas['Identified']
/** A district of Peru with its province, department and ubigeo. */
export type District = Schemas['District']
/** A user of the restaurant's staff, without secrets. */
export type StaffUser = Schemas['User']
/** A role by its name; what it may do is read by its id. */
export type Role = Schemas['RoleRow']
/** An open session of a user on a device, as the list of sessions shows it. */
export type SessionShown = Schemas['SessionShown']
/** A lock that was set because somebody gave a wrong PIN or second factor too often. */
export type GuessLock = Schemas['GuessLock']
