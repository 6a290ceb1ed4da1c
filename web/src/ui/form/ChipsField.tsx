import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useField } from './context'
import type { FieldProps } from './fields'
import c from './fields.module.css'
import type { Option } from './SelectField'

/** Several of a few, each a chip; its value is the list of those chosen. */
export function ChipsField<V extends number | string>(props: FieldProps & { options: readonly Option<V>[] }) {
  const { name, label, description, options, disabled } = props
  const { value, error, set } = useField<V[] | null>(name)
  const chosen = value ?? []
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand in its border
    <div role="group" aria-labelledby={id} aria-describedby={error ? `${id}-error` : undefined}>
      <p id={id} className={c.label}>
        {label}
      </p>
      <div className={c.chips}>
        {options.map((option) => {
          const on = chosen.includes(option.value)
          return (
            <button
              key={option.value}
              type="button"
              aria-pressed={on}
              disabled={disabled || option.disabled}
              onClick={() =>
                set(on ? chosen.filter((each) => each !== option.value) : [...chosen, option.value])
              }
            >
              {on ? <IconCheck size={17} stroke={2.4} aria-hidden="true" /> : null}
              {option.label}
            </button>
          )
        })}
      </div>
      {error || description ? (
        <p id={`${id}-error`} className={c.chipsError} data-quiet={!error || undefined}>
          {error ?? description}
        </p>
      ) : null}
    </div>
  )
}
