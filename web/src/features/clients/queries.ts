import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { list, write } from '../../api/client'
import type { Client } from '../../api/model'
import { keys, queryClient } from '../../api/query'
import { useWrite } from '../../api/useWrite'

export function useClients(term: string) {
  return useQuery({
    queryKey: keys.clients(term),
    queryFn: ({ signal }) => list<Client>('/clients', { term, page: 1, per_page: 8 }, signal),
    placeholderData: keepPreviousData,
  })
}

export interface FoundIdentity {
  id?: number
  document_number?: string
  name?: string | null
  last_name?: string | null
  business_name?: string | null
  address?: string | null
}

/** Asks for a DNI or RUC: own clients first, then the configured provider. */
export function useIdentity(onFound: (found: FoundIdentity) => void) {
  return useWrite(
    (asked: { type: 'dni' | 'ruc'; identifier_number: string }, key) =>
      write<FoundIdentity>('POST', '/data-identification', key, asked),
    // Not found or no provider: the form is already there to type into.
    { onSuccess: onFound, onError: () => true },
  )
}

export const documentTypes = ['DNI', 'RUC', 'CE', 'PASAPORTE'] as const
export type DocumentType = (typeof documentTypes)[number]

export interface NewClient {
  document_type: DocumentType
  document_number: string
  name?: string
  last_name?: string
  business_name?: string
  address?: string
}

export function useCreateClient(onCreated: (client: Client) => void) {
  return useWrite((client: NewClient, key) => write<Client>('POST', '/clients', key, client), {
    onSuccess: (client) => {
      void queryClient.invalidateQueries({ queryKey: ['clients'] })
      onCreated(client)
    },
  })
}
