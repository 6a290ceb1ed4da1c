import { DateInput } from './DateInput'

export interface Range {
  from: string | null
  to: string | null
}

interface Props extends Range {
  labels: { from: string; to: string }
  onChange: (range: Range) => void
}

/** From a day to a day, either one open; who begins after the end moves the end along. */
export function DateRange({ from, to, labels, onChange }: Props) {
  return (
    <>
      <DateInput
        label={labels.from}
        value={from}
        onChange={(day) => onChange({ from: day, to: day && to && day > to ? day : to })}
      />
      <DateInput
        label={labels.to}
        value={to}
        onChange={(day) => onChange({ from: day && from && day < from ? day : from, to: day })}
      />
    </>
  )
}
