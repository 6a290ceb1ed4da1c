import { catalogKeys } from '../../data/catalog/keys'
import { clientKeys } from '../../data/clients/keys'
import { settingsKeys } from '../../data/settings/keys'

/** The lists that can be exported and imported, each with the queries that an import makes stale. */
export const sheets = {
  products: { path: '/products', stale: [catalogKeys.all, settingsKeys.firstUse] },
  supplies: { path: '/supplies', stale: [catalogKeys.all] },
  clients: { path: '/clients', stale: [clientKeys.all] },
} as const

export type Sheet = keyof typeof sheets
