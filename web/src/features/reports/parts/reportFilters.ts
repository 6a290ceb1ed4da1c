import { type Preset, readSpan } from '../../../ui/dates/periods'

/** The query of a report: its days, and its filters with one value each. */
export type ReportQuery<Name extends string> = { start_date: string; end_date: string } & Partial<
  Record<Name, string>
>

export interface ReportState<Name extends string> {
  preset: Preset | 'range'
  asked: ReportQuery<Name>
}

/** Reads a report's state from the address, which holds all of it. The default period is the current week. */
export function readReport<Name extends string>(
  params: URLSearchParams,
  today: string,
  names: readonly Name[],
): ReportState<Name> {
  const span = readSpan(params, today, 'week')
  const [from, to] = [span.from ?? span.to ?? today, span.to ?? span.from ?? today]
  const filters = names.flatMap((name) => {
    const value = params.get(name)
    return value ? [[name, value] as const] : []
  })
  return {
    preset: span.preset === 'all' ? 'range' : span.preset,
    asked: {
      start_date: from,
      end_date: to < from ? from : to,
      ...Object.fromEntries(filters),
    } as ReportQuery<Name>,
  }
}
