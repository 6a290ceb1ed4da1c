import { businessDay } from '../format'
import { DateInput } from './DateInput'

export interface Range {
  from: string | null
  to: string | null
}

interface Props extends Range {
  labels: { from: string; to: string }
  onChange: (range: Range) => void
}

/** Chooses a span of business days, open at either end; a start after the end moves the end along. */
export function DateRange({ from, to, labels, onChange }: Props) {
  const now = businessDay(Date.now())
  return (
    <>
      <DateInput
        label={labels.from}
        value={from}
        now={now}
        onChange={(day) => onChange({ from: day, to: day && to && day > to ? day : to })}
      />
      <DateInput
        label={labels.to}
        value={to}
        now={now}
        onChange={(day) => onChange({ from: day && from && day < from ? day : from, to: day })}
      />
    </>
  )
}
