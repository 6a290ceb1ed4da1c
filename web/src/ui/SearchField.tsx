import { IconSearch, IconX } from '@tabler/icons-react'
import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import c from './SearchField.module.css'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  ref?: Ref<HTMLInputElement>
  autoFocus?: boolean
  hint?: string
}

export function SearchField({ label, value, onChange, onKeyDown, ref, autoFocus, hint }: Props) {
  const { t } = useTranslation()
  return (
    <div className={c.search}>
      <IconSearch size={20} aria-hidden="true" />
      <input
        ref={ref}
        type="search"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: only set where the field has just been opened by the person
        autoFocus={autoFocus}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value ? (
        <button type="button" aria-label={t('common.clear')} onClick={() => onChange('')}>
          <IconX size={18} aria-hidden="true" />
        </button>
      ) : hint ? (
        <kbd aria-hidden="true">{hint}</kbd>
      ) : null}
    </div>
  )
}
