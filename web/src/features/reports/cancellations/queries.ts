import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { oneAt, rowsAt } from '../../../api/client'
import type { ActKind, CancellationAct, CancellationReport } from '../../../api/model'
import { reportKeys } from '../../../data/reports/keys'
import { perPage } from '../../../ui/list/useList'
import type { ReportQuery } from '../parts/reportFilters'

export const actKinds = [
  'LINE_NOT_MADE',
  'LINE_MADE',
  'VOIDED',
  'CREDIT_NOTE',
  'COURTESY',
  'DISCOUNT',
  'REPRINT',
  'DRAWER',
] as const satisfies readonly ActKind[]

export const actFilters = ['user_id', 'reason', 'hour', 'approved_by'] as const
export type ActsQuery = ReportQuery<(typeof actFilters)[number]>

export const useCancellationReport = (asked: ActsQuery) =>
  useQuery({
    queryKey: reportKeys.cancellations(asked),
    queryFn: ({ signal }) => oneAt<CancellationReport>('/cancellation-report', signal, asked),
    placeholderData: keepPreviousData,
  })

/** The operations behind a figure: those of a kind, and of one person where one is named. */
export interface OpenedActs {
  kind: ActKind
  person?: string
}

/** Returns the name of a figure in the address: `LINE_MADE:4`. */
export function readOpenedActs(text: string | null): OpenedActs | null {
  const [name, person] = (text ?? '').split(':')
  const kind = actKinds.find((each) => each === name)
  return kind ? { kind, person: person || undefined } : null
}

const askedOf = (asked: ActsQuery, { kind, person }: OpenedActs) => ({
  ...asked,
  kind,
  ...(person ? { user_id: person } : {}),
})

/** Reads the circumstances of the acts behind a figure. */
export function useCircumstances(asked: ActsQuery, opened: OpenedActs) {
  const query = askedOf(asked, opened)
  return useQuery({
    queryKey: reportKeys.cancellations(query),
    queryFn: ({ signal }) => oneAt<CancellationReport>('/cancellation-report', signal, query),
  })
}

export function useActs(asked: ActsQuery, opened: OpenedActs, page: number) {
  const query = { ...askedOf(asked, opened), page, per_page: perPage }
  return useQuery({
    queryKey: reportKeys.cancellationActs(query),
    queryFn: ({ signal }) => rowsAt<CancellationAct>('/cancellation-report/operations', query, signal),
    placeholderData: keepPreviousData,
  })
}
