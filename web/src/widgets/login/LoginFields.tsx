import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import c from './LoginFields.module.css'

/* These are the browser's own fields: the first page that a phone loads waits for no component library. */

interface TextProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string
}

export function LoginText({ label, onChange, error, ...rest }: TextProps) {
  const id = useId()
  return (
    <div className={c.field}>
      <label htmlFor={id}>{label}</label>
      <input
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...rest}
        id={id}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error ? (
        <p id={`${id}-error`} className={c.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

export function LoginPassword({ label, onChange, ...rest }: TextProps) {
  const { t } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <div className={c.field}>
      <label htmlFor={id}>{label}</label>
      <span className={c.secret}>
        <input
          {...rest}
          id={id}
          type={shown ? 'text' : 'password'}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('people.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Eye size={22} stroke={1.8} aria-hidden="true" />
        </button>
      </span>
    </div>
  )
}

export function LoginCheck(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className={c.check}>
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      {props.label}
    </label>
  )
}
