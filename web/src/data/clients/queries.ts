import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { get, list, write } from '../../api/client'
import { isApiError } from '../../api/errors'
import type { Client, Identified } from '../../api/model'
import { queryClient } from '../../api/query'
import { useWrite } from '../../ui/useWrite'
import { clientKeys } from './keys'

const searchOf = (term: string) => ({
  queryKey: clientKeys.search(term),
  // A disabled client is not offered.
  queryFn: ({ signal }: { signal?: AbortSignal }) =>
    list('/clients', { term, page: 1, per_page: 8, filters: '{"status":["ACTIVE"]}' }, signal),
})

export const useClients = (term: string, enabled = true) =>
  useQuery({ ...searchOf(term), placeholderData: keepPreviousData, enabled })

/** Sales to nobody in particular are kept under this client number. */
const nobody = '00000000'

/** Leaves out the client that stands for nobody ("clientes varios"). */
export const withoutAnonymous = (rows: Client[] = []) =>
  rows.filter((client) => client.document_number !== nobody)

async function onlyClient(term: string): Promise<Client | null> {
  if (!term) return null
  const told = await queryClient.fetchQuery({ ...searchOf(term), staleTime: 5_000 }).catch(() => undefined)
  const found = withoutAnonymous(told?.rows)
  // The RUC of a person contains their whole DNI.
  const exact = found.filter((client) => client.document_number === term)
  const [only, ...others] = exact.length > 0 ? exact : found
  return only && others.length === 0 ? only : null
}

/**
 * Finds the only client of a term: Enter is faster than the list. An answer that comes after another term, or after the field is
 * gone, is nobody's.
 */
export function useOnlyClient(onAnswer: (client: Client | null, term: string) => void) {
  const asked = useRef<string>(undefined)
  useEffect(
    () => () => {
      asked.current = undefined
    },
    [],
  )
  return {
    forget: () => {
      asked.current = undefined
    },
    ask: (term: string) => {
      asked.current = term
      void onlyClient(term).then((client) => {
        if (asked.current === term) onAnswer(client, term)
      })
    },
  }
}

/** Reads one client; null reads none. */
export const useClient = (id: number | null) =>
  useQuery({
    queryKey: clientKeys.one(id),
    queryFn: ({ signal }) => get(`/clients/${id ?? 0}`, undefined, signal),
    enabled: id !== null,
  })

/** Looks up a DNI or RUC: among the company's clients first, then at the configured service. */
export function useIdentity(onFound: (found: Identified, number: string) => void) {
  return useWrite(
    (asked: { type: 'dni' | 'ruc'; identifier_number: string }, key) =>
      write('POST', '/data-identification', key, asked),
    // Not found or no look-up service: the form is already there to type into, so no error is shown.
    { onSuccess: (found, asked) => onFound(found, asked.identifier_number), onError: () => true },
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

/** Returns the client that already has the document, when a form was refused for that; else null. */
export function ownerOf(refusal: Error | null): Client | null {
  if (!isApiError(refusal) || refusal.code !== 'already_exists' || !refusal.fields.document_number)
    return null
  return (refusal.body.current as Client | null | undefined) ?? null
}

export function useCreateClient() {
  return useWrite((client: NewClient, key) => write('POST', '/clients', key, client), {
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: clientKeys.all }),
    atFields: ['document_number', 'name', 'last_name', 'business_name', 'address'],
  })
}
