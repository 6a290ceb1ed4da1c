import { cashKeys } from '../cash/keys'

export const billingKeys = {
  documents: (filter: unknown) => [...cashKeys.all, 'documents', filter] as const,
}
