import { useTranslation } from 'react-i18next'
import { useField } from '../../ui/form/context'
import { PasswordField } from '../../ui/form/PasswordField'

/** Asks for one's own password as soon as a mail address is another one: who reads the letters can take somebody's place. */
export function ConfirmNewEmail({ was }: { was?: string | null }) {
  const { t } = useTranslation()
  const { value } = useField<string | null>('email')
  if ((value ?? '').trim().toLowerCase() === (was ?? '')) return null
  return (
    <PasswordField
      name="current_password"
      label={t('account.yours')}
      description={t(was ? 'account.newEmailText' : 'account.firstEmailText')}
      autoComplete="current-password"
      required
    />
  )
}
