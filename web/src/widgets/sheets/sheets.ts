import { catalogKeys } from '../../data/catalog/keys'
import { clientKeys } from '../../data/clients/keys'
import { settingsKeys } from '../../data/settings/keys'

/** The lists that go out and come in as files, each with what is stale after one came in. */
export const sheets = {
  products: { path: '/products', stale: [catalogKeys.all, settingsKeys.firstUse] },
  supplies: { path: '/supplies', stale: [catalogKeys.all] },
  clients: { path: '/clients', stale: [clientKeys.all] },
} as const

export type Sheet = keyof typeof sheets
