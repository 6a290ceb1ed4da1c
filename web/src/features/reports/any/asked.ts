import type { Report } from '../../../api/model'
import { readReport } from '../parts/reportFilters'

/** Returns the query of a report, with the names that the server gives, from what the address says; a month is this one by default. */
export function askedOf(report: Report, params: URLSearchParams, today: string): Record<string, string> {
  const [first, last] = report.parameters
  switch (report.input) {
    case 'DAYS': {
      const { start_date, end_date } = readReport(params, today, []).asked
      return first && last ? { [first]: start_date, [last]: end_date } : {}
    }
    case 'MONTH':
      return first ? { [first]: monthOf(params, today) } : {}
    case 'DAY': {
      const day = dayOf(params)
      return first && day ? { [first]: day } : {}
    }
    default:
      return {}
  }
}

export function monthOf(params: URLSearchParams, today: string): string {
  const month = params.get('month') ?? ''
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : today.slice(0, 7)
}

export function dayOf(params: URLSearchParams): string | null {
  const day = params.get('day') ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null
}
