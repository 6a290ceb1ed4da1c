import { type OptionsFilter, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDialogElement } from '../layers'
import { useField } from './context'
import type { FieldProps } from './fields'
import { optionFilter } from './optionFilter'

type Value = number | string

export interface Option<V extends Value = Value> {
  value: V
  label: string
  disabled?: boolean
}

interface Props<V extends Value> extends FieldProps {
  options: readonly Option<V>[]
  /** The name for screen readers where several fields have the same label; it begins with that. */
  'aria-label'?: string
  /** True when it may be empty, which is null. */
  clearable?: boolean
  /** Makes an option that is not in the list, from the text that was typed. */
  onCreate?: (typed: string) => void
  /** It is called with the chosen option, so that other fields can follow it. */
  onPick?: (option: Option<V> | null) => void
}

/** Chooses one of several options, found by typing. The value is the option's own, a number where that is one. */
export function SelectField<V extends Value>({ options, ...props }: Props<V>) {
  return <Choice {...props} options={options} />
}

interface RemoteProps<V extends Value> extends FieldProps {
  /** The query's key; the search term is added to it. */
  queryKey: readonly unknown[]
  search: (term: string, signal: AbortSignal) => Promise<Option<V>[]>
  /** The option that is chosen already, which the search may not return. */
  chosen?: Option<V> | null
  clearable?: boolean
}

/** Chooses one of many options, which the server searches. */
export function RemoteSelectField<V extends Value>({ queryKey, search, chosen, ...props }: RemoteProps<V>) {
  const { t } = useTranslation()
  const [term, setTerm] = useState('')
  const [picked, setPicked] = useState(chosen ?? null)
  const [rested] = useDebouncedValue(term === picked?.label ? '' : term, 200)
  const found = useQuery({
    queryKey: [...queryKey, rested],
    queryFn: ({ signal }) => search(rested, signal),
    placeholderData: keepPreviousData,
  })
  const options = found.data ?? []
  const withPicked =
    !picked || options.some(({ value }) => value === picked.value) ? options : [picked, ...options]
  return (
    <Choice
      {...props}
      options={withPicked}
      term={term}
      onTerm={setTerm}
      onPick={setPicked}
      nothing={found.isError ? t('forms.optionsFailed') : found.isFetching ? t('forms.searching') : undefined}
    />
  )
}

interface ChoiceProps<V extends Value> extends Props<V> {
  term?: string
  onTerm?: (term: string) => void
  nothing?: string
}

/** The value of the entry that makes a new one; no id is like it. */
const makeOne = '+'

/** The typed text narrows the options, but never hides the entry that makes a new one. */
const withMaking: OptionsFilter = (input) => {
  const making = input.options.filter((option) => 'value' in option && option.value === makeOne)
  const others = input.options.filter((option) => !making.includes(option))
  return [...optionFilter({ ...input, options: others }), ...making]
}

function Choice<V extends Value>(props: ChoiceProps<V>) {
  const { name, required, options, clearable, onCreate, term, onTerm, onPick, nothing, ...rest } = props
  const { t } = useTranslation()
  const { value, error, set } = useField<V | null>(name)
  const dialog = useDialogElement()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const said = term ?? typed
  const known = options.some((option) => option.label === said)
  const make = onCreate && {
    value: makeOne,
    label: typed && !known ? t('forms.createNamed', { name: typed }) : t('forms.createOne'),
  }
  return (
    <Select
      {...rest}
      name={name}
      withAsterisk={required}
      error={error}
      searchable
      clearable={clearable}
      allowDeselect={false}
      maxDropdownHeight={280}
      nothingFoundMessage={nothing ?? t('forms.noOptions')}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      data={[
        ...options.map((option) => ({
          value: String(option.value),
          label: option.label,
          disabled: option.disabled,
        })),
        ...(make ? [make] : []),
      ]}
      // The server has searched already.
      filter={onTerm ? ({ options: given }) => given : make ? withMaking : undefined}
      searchValue={onTerm ? term : undefined}
      onSearchChange={onTerm ?? setTyped}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(chosen) => {
        if (chosen === makeOne) return onCreate?.(known ? '' : typed.trim())
        const option = options.find((each) => String(each.value) === chosen) ?? null
        onPick?.(option)
        set(option?.value ?? null)
      }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // Enter takes the first of what was found.
      selectFirstOptionOnChange
      onKeyDown={(event) => {
        // Esc closes the list, not the dialog around it; and Enter saves nothing while what was typed is none of the options.
        if (open && (event.key === 'Escape' || (event.key === 'Enter' && said !== '' && !known)))
          event.preventDefault()
      }}
      comboboxProps={{
        withinPortal: true,
        // The list covers no error.
        position: error ? 'top' : 'bottom',
        portalProps: { target: dialog ?? undefined },
        shadow: 'md',
      }}
    />
  )
}
