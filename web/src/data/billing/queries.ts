import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { get, list, write } from '../../api/client'
import type { IssuedDocument, IssuedDocumentDetail } from '../../api/model'
import { queryClient } from '../../api/query'
import { useRoom } from '../../api/realtime'
import { useWrite } from '../../ui/useWrite'
import { afterCollecting } from '../payments/queries'
import { billingKeys } from './keys'

export interface DocumentFilter {
  cycle: number | null
  /** The first and last business day. */
  from: string | null
  to: string | null
  term: string
  /**
   * TO_SEND is what the tax authority does not have yet, STANDING what is valid, GONE what is not valid any more; any other value
   * is a state of its own.
   */
  state: '' | 'STANDING' | 'GONE' | 'TO_SEND' | IssuedDocument['state']
  /** The kinds are 1 boleta, 2 factura, 3 nota de venta, 5 nota de débito; null is all. */
  kind?: number | null
  client?: number | null
  page: number
}

function byState(state: DocumentFilter['state']) {
  switch (state) {
    case '':
      return {}
    case 'TO_SEND':
      return { to_send: true }
    case 'STANDING':
    case 'GONE':
      return { voided: state === 'GONE' }
    default:
      return { state }
  }
}

const narrowed = (filter: Omit<DocumentFilter, 'page' | 'state'>) => ({
  cashbox_cycle_id: filter.cycle,
  date_from: filter.from,
  date_to: filter.to,
  billing_type_id: filter.kind,
  client_id: filter.client,
  term: filter.term,
})

/** Reads the documents of a cash cycle, or of everybody; the latest first. */
export function useDocuments(filter: DocumentFilter, enabled = true) {
  useRoom('cash')
  return useQuery({
    queryKey: billingKeys.documents(filter),
    queryFn: ({ signal }) =>
      list(
        '/billings',
        { ...narrowed(filter), ...byState(filter.state), page: filter.page, per_page: 30 },
        signal,
      ),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** Reads how many documents are in each state, whatever state is shown. */
export function useDocumentCounters({ page: _, state: __, ...filter }: DocumentFilter) {
  return useQuery({
    queryKey: billingKeys.counters(filter),
    queryFn: ({ signal }) => get('/billings/counters', narrowed(filter), signal),
    placeholderData: keepPreviousData,
  })
}

const ofNotes = (filter: Omit<DocumentFilter, 'page' | 'state'>) => {
  const { billing_type_id: _, ...rest } = narrowed(filter)
  return rest
}

/** Reads credit notes, the latest first. */
export function useNotes(filter: DocumentFilter, enabled: boolean) {
  useRoom('cash')
  const { voided: _, ...state } = { voided: undefined, ...byState(filter.state) }
  return useQuery({
    queryKey: billingKeys.notes(filter),
    queryFn: ({ signal }) =>
      list('/credit-notes', { ...ofNotes(filter), ...state, page: filter.page, per_page: 30 }, signal),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** Reads how many credit notes are in each state. */
export function useCreditNoteCountsByState({ page: _, state: __, ...filter }: DocumentFilter) {
  return useQuery({
    queryKey: billingKeys.noteCounters(filter),
    queryFn: ({ signal }) => get('/credit-notes/counters', ofNotes(filter), signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads a document with its progress at the tax authority; live. */
export function useDocument(id: number) {
  useRoom('cash')
  return useQuery({
    queryKey: billingKeys.one(id),
    queryFn: ({ signal }) => get(`/billings/${id}`, undefined, signal),
  })
}

/** Reads a credit note with its progress at the tax authority; live. */
export function useNote(id: number) {
  useRoom('cash')
  return useQuery({
    queryKey: billingKeys.note(id),
    queryFn: ({ signal }) => get(`/credit-notes/${id}`, undefined, signal),
  })
}

/** It names a document: a boleta, factura or nota de venta, or a credit note. */
export interface DocumentRef {
  kind: 'billing' | 'note'
  id: number
}

const documentsChanged = () => queryClient.invalidateQueries({ queryKey: billingKeys.all })

/** Mails a document to its client. */
export const useMailDocument = ({ kind, id }: DocumentRef, onDone: (to: string) => void) =>
  useWrite(
    (email: string, key) =>
      kind === 'note'
        ? write('POST', `/credit-notes/${id}/mail`, key, { email })
        : write('POST', `/billings/${id}/mail`, key, { email }),
    {
      atFields: ['email'],
      onSuccess: (transmission) => {
        void documentsChanged()
        onDone(transmission.mail_to)
      },
    },
  )

/** Sends a document to the tax authority once more, now. */
export const useSendAgain = ({ kind, id }: DocumentRef, failed: string, onDone: () => void) =>
  useWrite(
    (_: undefined, key) =>
      kind === 'note'
        ? write('POST', `/credit-notes/${id}/send`, key, {})
        : write('POST', `/billings/${id}/send`, key, {}),
    {
      failed,
      onSuccess: () => {
        void documentsChanged()
        onDone()
      },
    },
  )

/** Issues a refused credit note anew, under the next number. */
export const useReissueNote = (id: number, failed: string, onDone: (number: string) => void) =>
  useWrite((_: undefined, key) => write('POST', `/credit-notes/${id}/reissue`, key, {}), {
    failed,
    onSuccess: (note) => {
      void documentsChanged()
      onDone(note.full_number)
    },
  })

/** Asks the tax authority for a document now. */
export const useCheckStatus = ({ kind, id }: DocumentRef) =>
  useMutation({
    mutationFn: () =>
      kind === 'note'
        ? get(`/credit-notes/${id}/check-document-status`)
        : get(`/electronic-invoice/${id}/check-document-status`),
    onSuccess: () => void documentsChanged(),
  })

/** Reads what a refused document would say if it were issued anew now. */
export const useReissueQuote = (id: number) =>
  useQuery({
    queryKey: billingKeys.reissueQuote(id),
    queryFn: ({ signal }) => get(`/billings/${id}/reissue-quote`, undefined, signal),
    staleTime: 0,
  })

/** Issues a refused document anew; the answer is the one in its place. */
export const useReissue = (refused: IssuedDocumentDetail, onDone: (issued: IssuedDocument) => void) =>
  useWrite(
    (client_id: number | null, key) => write('POST', `/billings/${refused.id}/reissue`, key, { client_id }),
    {
      onSuccess: ({ billing }) => {
        afterCollecting(refused.client_request_id)
        onDone(billing)
      },
      // The dialog where the client is corrected shows the error.
      onError: () => true,
    },
  )

/** Reads the batches (RA and RC), the latest first. */
export function useBatches(page: number) {
  useRoom('cash')
  return useQuery({
    queryKey: billingKeys.batches(page),
    queryFn: ({ signal }) => list('/electronic-billing/batches', { page, per_page: 30 }, signal),
    placeholderData: keepPreviousData,
  })
}

/** Sends the daily summary of a day now. */
export const useSendSummary = (failed: string, onDone: (documents: number) => void) =>
  useWrite((date: string, key) => write('POST', '/electronic-billing/summaries', key, { date }), {
    failed,
    atFields: ['date'],
    onSuccess: ({ documents }) => {
      void documentsChanged()
      onDone(documents)
    },
  })
