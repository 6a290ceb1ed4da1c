import { keys } from '../../api/query'

/** The lists that go out and come in as files, each with what is stale after one came in. */
export const sheets = {
  products: { path: '/products', stale: [keys.catalog, keys.firstUse] },
  supplies: { path: '/supplies', stale: [keys.catalog] },
  clients: { path: '/clients', stale: [['clients']] },
} as const

export type Sheet = keyof typeof sheets
