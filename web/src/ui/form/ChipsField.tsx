import type { ReactNode } from 'react'
import { Chips } from '../Chips'
import { useField } from './context'
import type { FieldProps } from './fields'
import c from './fields.module.css'
import type { Option } from './SelectField'

interface Props<V extends number | string> extends FieldProps {
  options: readonly Option<V>[]
  /** Content after the last chip, such as the button that makes a new one. */
  children?: ReactNode
}

/** Chooses several of a few options, each a chip; the value is the list of those chosen. */
export function ChipsField<V extends number | string>(props: Props<V>) {
  const { name, label, description, options, children } = props
  const { value, error, set } = useField<V[] | null>(name)
  const chosen = value ?? []
  const toggle = (option: Option<V> | undefined) => {
    if (!option) return
    const on = chosen.includes(option.value)
    set(on ? chosen.filter((each) => each !== option.value) : [...chosen, option.value])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand in its border
    <div role="group" aria-label={label}>
      <p className={c.label} aria-hidden="true">
        {label}
      </p>
      <Chips
        label={error ? `${label}. ${error}` : label}
        options={options.map((option) => option.label)}
        chosen={options.filter(({ value: each }) => chosen.includes(each)).map((option) => option.label)}
        onToggle={(text) => toggle(options.find((option) => option.label === text))}
      >
        {children}
      </Chips>
      {error || description ? (
        <p className={c.under} data-quiet={!error || undefined} data-field-error={error ? true : undefined}>
          {error ?? description}
        </p>
      ) : null}
    </div>
  )
}
