import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { get, send, write } from '../../../api/client'
import type { ProposalComparison, SalesRegister } from '../../../api/model'
import type { PathOf } from '../../../api/paths'
import { queryClient } from '../../../api/query'
import { reportKeys } from '../../../data/reports/keys'
import { useWrite } from '../../../ui/useWrite'
import type { YearMonth } from './months'
import type { Book } from './proposal'

/** Reads the register of sales of a month, as the company keeps it. */
export const useSalesRegister = ({ year, month }: YearMonth) =>
  useQuery({
    queryKey: reportKeys.register(year, month),
    queryFn: ({ signal }) => get('/accounting/register', { year, month }, signal),
    placeholderData: keepPreviousData,
  })

/** Reads the register of purchases of a month. */
export const usePurchaseRegister = ({ year, month }: YearMonth) =>
  useQuery({
    queryKey: reportKeys.purchaseRegister(year, month),
    queryFn: ({ signal }) => get('/accounting/purchase-register', { year, month }, signal),
    placeholderData: keepPreviousData,
  })

/** Stores whether the register lists notas de venta. */
export function useSetIncludeSaleNotes() {
  const { t } = useTranslation()
  return useWrite(
    (include: boolean, key) => write('PUT', '/accounting/settings', key, { include_sale_notes: include }),
    {
      failed: t('register.keepFailed'),
      onSuccess: ({ include_sale_notes: kept }) => {
        const queryKey = reportKeys.registers
        queryClient.setQueriesData<SalesRegister>(
          { queryKey },
          (old) => old && { ...old, keeps_sale_notes: kept },
        )
        void queryClient.invalidateQueries({ queryKey })
      },
    },
  )
}

const comparePaths: Record<Book, PathOf<'POST'>> = {
  RVIE: '/accounting/rvie/compare',
  RCE: '/accounting/rce/compare',
}

interface Proposal extends YearMonth {
  file: File
  /** Tells one file from another, because the query key does not hold its content. */
  mark: string
}

/** Compares a file of the tax authority with the month's documents; the server keeps nothing of it. */
export const useCompare = (book: Book) =>
  useWrite(
    async ({ file, year, month }: Proposal, key): Promise<ProposalComparison> => {
      const form = new FormData()
      form.append('file', file, file.name)
      const answer = await send('POST', comparePaths[book], { form, query: { year, month }, key })
      return (await answer.json()).response
    },
    // The error is shown where the file was dropped.
    { onError: () => true },
  )
