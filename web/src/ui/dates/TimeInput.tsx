import { TimePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTouch } from '../viewport'
import c from './dates.module.css'

interface Props {
  /** The time, `20:30`; empty when there is none, or it is not yet whole. */
  value: string
  onChange: (time: string) => void
  label: string
  description?: string
  error?: ReactNode
  withAsterisk?: boolean
  disabled?: boolean
}

/* The two digits are selected so that typing replaces them: a browser would put the cursor between them on the second click. */
function select(event: MouseEvent<HTMLInputElement>) {
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.focus()
  event.currentTarget.select()
}

/** A field for a time of the day in 24 hours, typed ("1530") or picked; it is the same in every browser. */
export function TimeInput({ label, error, ...rest }: Props) {
  const { t } = useTranslation()
  const touch = useTouch()
  const field = {
    inputMode: touch ? ('none' as const) : ('numeric' as const),
    'aria-invalid': !!error || undefined,
    onMouseDown: select,
  }
  return (
    <TimePicker
      {...rest}
      label={label}
      error={error}
      // Keyboards type it; fingers pick it.
      withDropdown={touch}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      minutesStep={5}
      minutesInputLabel={t('dates.minutesOf', { label })}
      hoursInputProps={field}
      minutesInputProps={field}
      classNames={{ input: c.box, control: c.time }}
      maxDropdownContentHeight={240}
      popoverProps={{ withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' }}
    />
  )
}
