import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { list, oneAt } from '../../api/client'
import type { Report, ReportTable } from '../../api/model'
import { reportKeys } from './keys'

/** Reads the reports that this user may see. The list is the server's: a report that is added there is shown without a change here. */
export const useReports = () =>
  useQuery({
    queryKey: reportKeys.list,
    queryFn: async ({ signal }) => (await list('/reports', undefined, signal)).rows as Report[],
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Reads a report's table; nothing while the report is not known. */
export const useReportTable = (report: Report | undefined, asked: Record<string, string>) =>
  useQuery({
    queryKey: reportKeys.table(report?.file, asked),
    queryFn: ({ signal }) => oneAt<ReportTable>(report?.file ?? '', signal, { ...asked, format: 'json' }),
    placeholderData: keepPreviousData,
    enabled: report !== undefined && report.input !== 'ONE',
  })
