import { useMutation, useQuery } from '@tanstack/react-query'
import { get, write } from '../../api/client'
import { queryClient } from '../../api/query'
import type { components } from '../../api/schema.gen'
import { uuid } from '../../api/uuid'

export type PublicDocument = components['schemas']['PublicDocument']
export type DocumentQuery = components['schemas']['Consult']

const keyOf = (token: string) => ['public-document', token] as const

/** Reads a document by its secret address. */
export function usePublicDocument(token: string) {
  return useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => get(`/public/documents/${token}`, undefined, signal),
    staleTime: 30_000,
    retry: false,
  })
}

/** Reads a document by all the values of its printed copy. */
export function useFindPublicDocument(onFound: (found: PublicDocument) => void) {
  return useMutation({
    mutationFn: (asked: DocumentQuery) => write('POST', '/public/consulta', uuid(), asked),
    onSuccess: (found) => {
      queryClient.setQueryData(keyOf(found.token), found)
      onFound(found)
    },
  })
}
