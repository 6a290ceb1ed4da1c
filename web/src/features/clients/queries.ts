import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get, list, write } from '../../api/client'
import { isApiError } from '../../api/errors'
import type { Client, Identified } from '../../api/model'
import { queryClient } from '../../api/query'
import { useWrite } from '../../ui/useWrite'
import { clientKeys } from './keys'

export function useClients(term: string, enabled = true) {
  return useQuery({
    queryKey: clientKeys.search(term),
    // Who was disabled is no longer offered.
    queryFn: ({ signal }) =>
      list('/clients', { term, page: 1, per_page: 8, filters: '{"status":["ACTIVE"]}' }, signal),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** One client; none while nobody is chosen. */
export const useClient = (id: number | null) =>
  useQuery({
    queryKey: clientKeys.one(id),
    queryFn: ({ signal }) => get(`/clients/${id ?? 0}`, undefined, signal),
    enabled: id !== null,
  })

/** Asks for a DNI or RUC: own clients first, then the configured provider. */
export function useIdentity(onFound: (found: Identified) => void) {
  return useWrite(
    (asked: { type: 'dni' | 'ruc'; identifier_number: string }, key) =>
      write('POST', '/data-identification', key, asked),
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
  ubigeo_sunat?: string
}

/** Whose document it is, where a form was refused because somebody of the house has it. */
export function ownerOf(refusal: Error | null): Client | null {
  if (!isApiError(refusal) || refusal.code !== 'already_exists' || !refusal.fields.document_number)
    return null
  return (refusal.body.current as Client | null | undefined) ?? null
}

export function useCreateClient(onCreated: (client: Client) => void) {
  return useWrite((client: NewClient, key) => write('POST', '/clients', key, client), {
    onSuccess: (client) => {
      void queryClient.invalidateQueries({ queryKey: clientKeys.all })
      onCreated(client)
    },
    atFields: ['document_number', 'name', 'last_name', 'business_name', 'address'],
  })
}
