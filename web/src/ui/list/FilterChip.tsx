import { Checkbox } from '@mantine/core'
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchored } from '../anchored'
import { popItem } from '../PopMenu'
import { withValue } from './address'
import c from './Filters.module.css'
import type { Filter } from './types'

interface Props {
  filter: Filter
  values: string[]
  onChange: (values: string[]) => void
}

/** Shows one filter: its values, a list to choose from, and a button that clears it. */
export function FilterChip({ filter, values, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { opener, panel, close } = useAnchored<HTMLButtonElement>('left')
  const chosen = filter.options.filter((option) => values.includes(option.value))
  const words = chosen.length > 0 ? chosen.map((option) => option.label).join(', ') : String(values.length)
  return (
    <span className={c.chip} data-on={values.length > 0 || undefined}>
      <button ref={opener} type="button" popoverTarget={id}>
        <span>{values.length > 0 ? `${filter.label}: ${words}` : filter.label}</span>
        {values.length > 0 ? null : <IconChevronDown size={17} stroke={2} aria-hidden="true" />}
      </button>
      {values.length > 0 ? (
        <button
          type="button"
          className={c.cross}
          aria-label={t('lists.dropFilter', { filter: filter.label })}
          onClick={() => onChange([])}
        >
          <IconX size={17} stroke={2} aria-hidden="true" />
        </button>
      ) : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a popover in every browser */}
      <div id={id} popover="auto" role="group" aria-label={filter.label} className={c.panel} {...panel}>
        <Choices
          filter={filter}
          values={values}
          onChange={(next) => {
            if (filter.single) close()
            onChange(next)
          }}
        />
      </div>
    </span>
  )
}

export function Choices({ filter, values, onChange }: Props) {
  const { t } = useTranslation()
  // The address changes a moment later; two quick taps must both count.
  const [chosen, setChosen] = useState(values)
  const known = JSON.stringify(values)
  useEffect(() => setChosen(JSON.parse(known)), [known])
  if (filter.options.length === 0) return <p className={c.none}>{t('lists.noOptions')}</p>
  if (filter.single)
    return filter.options.map(({ value, label }) => {
      const on = values.includes(value)
      return (
        <button
          key={value}
          type="button"
          className={`${popItem} ${c.one}`}
          aria-pressed={on}
          onClick={() => onChange(on ? [] : [value])}
        >
          <span>{label}</span>
          {on ? <IconCheck size={18} stroke={2.2} aria-hidden="true" /> : null}
        </button>
      )
    })
  return filter.options.map((option) => (
    <Checkbox
      key={option.value}
      className={c.choice}
      label={option.label}
      checked={chosen.includes(option.value)}
      onChange={() => {
        const next = withValue(chosen, option.value)
        setChosen(next)
        onChange(next)
      }}
    />
  ))
}
