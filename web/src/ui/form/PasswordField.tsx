import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useField } from './context'
import type { FieldProps } from './fields'

type Props = FieldProps & Pick<PasswordInputProps, 'autoComplete' | 'maxLength' | 'inputMode'>

/** A field for a secret, with an eye button that shows it. */
export function PasswordField({ name, required, autoComplete = 'new-password', ...rest }: Props) {
  const { t } = useTranslation()
  const { value, error, set } = useField<string | null>(name)
  return (
    <PasswordInput
      {...rest}
      name={name}
      withAsterisk={required}
      error={error}
      autoComplete={autoComplete}
      rightSectionWidth={52}
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <IconEyeOff size={20} stroke={1.8} /> : <IconEye size={20} stroke={1.8} />
      }
      visibilityToggleButtonProps={{ 'aria-label': t('people.showPassword'), tabIndex: 0 }}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
