import { DateInput } from '../dates/DateInput'
import { TimeInput } from '../dates/TimeInput'
import { useField } from './context'
import type { FieldProps } from './fields'

type Props = Omit<FieldProps, 'placeholder'>

/** Asks for a day in a form, `2026-11-21`. */
export function DateField({ name, required, ...rest }: Props & { min?: string; max?: string }) {
  const { value, error, set } = useField<string | null>(name)
  return <DateInput {...rest} withAsterisk={required} error={error} value={value || null} onChange={set} />
}

/** Asks for a time in a form, `20:30`. */
export function TimeField({ name, required, ...rest }: Props) {
  const { value, error, set } = useField<string | null>(name)
  return <TimeInput {...rest} withAsterisk={required} error={error} value={value ?? ''} onChange={set} />
}
