import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { oneAt } from '../../../api/client'
import type { MenuReport } from '../../../api/model'
import { reportKeys } from '../../../data/reports/keys'
import type { ReportQuery } from '../parts/reportFilters'

export const menuFilters = ['category_id', 'channel'] as const

export const useMenuReport = (asked: ReportQuery<(typeof menuFilters)[number]>) =>
  useQuery({
    queryKey: reportKeys.menu(asked),
    queryFn: ({ signal }) => oneAt<MenuReport>('/menu-engineering', signal, asked),
    placeholderData: keepPreviousData,
  })
