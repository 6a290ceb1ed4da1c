import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { oneAt, rowsAt, send, write } from '../../../../api/client'
import type {
  MethodStanding,
  NewReconciliationMark,
  Reconciliation,
  ReconciliationCase,
  Statement,
} from '../../../../api/model'
import { queryClient } from '../../../../api/query'
import { reportKeys } from '../../../../data/reports/keys'
import { perPage } from '../../../../ui/list/useList'
import { useWrite } from '../../../../ui/useWrite'

/** The days of the report; its other filters do not apply to a file. */
export interface Days {
  start_date: string
  end_date: string
}

const root = '/payment-method-report/reconciliation'

/** Reads the state of each way to pay. */
export const useStandings = (days: Days) =>
  useQuery({
    queryKey: reportKeys.reconciliation('all', days),
    queryFn: async ({ signal }) => (await rowsAt<MethodStanding>(root, { ...days }, signal)).rows,
    placeholderData: keepPreviousData,
  })

export const useReconciliation = (option: number, days: Days) =>
  useQuery({
    queryKey: reportKeys.reconciliation(option, days),
    queryFn: ({ signal }) => oneAt<Reconciliation>(`${root}/${option}`, signal, { ...days }),
  })

/** Reads a page of the pairs that agree. */
export function useMatched(option: number, days: Days, page: number) {
  const query = { ...days, page, per_page: perPage }
  return useQuery({
    queryKey: reportKeys.reconciliation(option, query),
    queryFn: ({ signal }) => rowsAt<ReconciliationCase>(`${root}/${option}/matched`, query, signal),
    placeholderData: keepPreviousData,
  })
}

const readAgain = () => void queryClient.invalidateQueries({ queryKey: reportKeys.reconciliations })

interface Brought {
  file: File
  /** Tells one file from another, because the query key does not hold its content. */
  mark: string
}

/** Sends a statement file; its errors are shown where it was dropped. */
export const useBringFile = (option: number, days: Days) =>
  useWrite(
    async ({ file }: Brought, key): Promise<Statement> => {
      const form = new FormData()
      form.append('file', file, file.name)
      const answer = await send('POST', `${root}/${option}/statement`, { form, query: { ...days }, key })
      return (await answer.json()).response
    },
    { onSuccess: readAgain, onError: () => true },
  )

interface Marked {
  found: ReconciliationCase
  /** Says why both differ; if absent, both are the same operation. */
  note?: string
}

/** Joins two operations that look the same, or clears a difference. */
export function useMark(option: number, days: Days, onDone?: () => void) {
  const { t } = useTranslation()
  return useWrite(
    ({ found, note }: Marked, key) => {
      const body: NewReconciliationMark = {
        mark: note === undefined ? 'JOINED' : 'CLEARED',
        movement: found.operation?.movement,
        operation_id: found.operation?.id,
        line_key: found.line?.mark_key,
        note,
      }
      return write('POST', `${root}/${option}/marks`, key, body, { ...days })
    },
    {
      failed: ({ note }) =>
        t(note === undefined ? 'reconciliation.joinFailed' : 'reconciliation.clearFailed'),
      onSuccess: () => {
        readAgain()
        onDone?.()
      },
      onError: () => {
        // Somebody else may have been faster: the list is read again.
        readAgain()
        return undefined
      },
    },
  )
}

export function useUnmark(option: number) {
  const { t } = useTranslation()
  return useWrite((mark: number, key) => write('DELETE', `${root}/${option}/marks/${mark}`, key), {
    failed: t('reconciliation.undoFailed'),
    onSuccess: readAgain,
  })
}
