import { type DateInputProps, DateInput as Picker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import type { TFunction } from 'i18next'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayText, today } from '../format'
import { useTouch } from '../viewport'
import c from './dates.module.css'
import { typedDay, wrongWith } from './typed'

interface Props {
  /** The day, `2026-11-21`; null when empty. */
  value: string | null
  onChange: (day: string | null) => void
  label?: string
  'aria-label'?: string
  description?: string
  error?: ReactNode
  withAsterisk?: boolean
  disabled?: boolean
  min?: string
  max?: string
  /** Today: the calendar's day, unless business days are chosen. */
  now?: string
  /** The field cannot be emptied. */
  always?: boolean
}

/**
 * A field for a day, typed ("15/08/2026", "1508") or picked; it is the same in every browser. A typed day stays even where it is
 * too early or too late: the field says so, and no other day stands in for it.
 */
export function DateInput({
  value,
  onChange,
  min,
  max,
  now = today(),
  always = false,
  error,
  ...rest
}: Props) {
  const { t } = useTranslation()
  const touch = useTouch()
  const [wrong, setWrong] = useState<{ at: string | null; words: string } | null>(null)
  const open = useRef(false)
  const before = useRef(value)
  /* A half-typed day may be another one: "01/12/20" on the way to 2026. A text that is no day undoes that. */
  const type = (text: string) => {
    setWrong(null)
    if (text.trim() === '') return
    const day = typedDay(text, now) ?? before.current
    if (day !== value) onChange(day)
  }
  return (
    <Picker
      {...rest}
      value={value}
      // The day was picked or emptied; typing goes through `type`.
      onChange={(day) => {
        before.current = day
        setWrong(null)
        onChange(day)
      }}
      onInput={(event) => type(event.currentTarget.value)}
      error={wrong && wrong.at === value ? wrong.words : error}
      minDate={min}
      maxDate={max}
      allowDeselect={!always}
      valueFormat="DD/MM/YYYY"
      placeholder={t('dates.placeholder')}
      dateParser={() => null}
      onFocus={() => {
        open.current = true
        before.current = value
      }}
      // Esc closes the calendar, not the dialog around it.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open.current) event.preventDefault()
        open.current = event.key !== 'Escape'
      }}
      onBlur={(event) => {
        open.current = false
        const text = event.currentTarget.value
        const why = wrongWith(text, now, min, max)
        // A text that is no day goes back to the day before it, and the field says so.
        setWrong(
          why && {
            at: value,
            words: t(`dates.${why}`, { text, min: dayText(min ?? ''), max: dayText(max ?? '') }),
          },
        )
      }}
      // On a touch screen a day is picked; the on-screen keyboard would only cover the calendar.
      inputMode={touch ? 'none' : undefined}
      {...calendar(t, now)}
    />
  )
}

const calendar = (t: TFunction, now: string): Partial<DateInputProps> => ({
  locale: 'es',
  firstDayOfWeek: 1,
  hideOutsideDates: true,
  defaultDate: now,
  getDayProps: (day) => ({ className: day === now ? c.today : undefined }),
  classNames: {
    day: c.day,
    weekday: c.weekday,
    calendarHeaderLevel: c.level,
    calendarHeaderControl: c.control,
  },
  popoverProps: { withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' },
  ariaLabels: {
    previousMonth: t('dates.previousMonth'),
    nextMonth: t('dates.nextMonth'),
    previousYear: t('dates.previousYear'),
    nextYear: t('dates.nextYear'),
    previousDecade: t('dates.previousDecade'),
    nextDecade: t('dates.nextDecade'),
    monthLevelControl: t('dates.chooseMonth'),
    yearLevelControl: t('dates.chooseYear'),
  },
})
