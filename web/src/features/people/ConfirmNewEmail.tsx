import { useTranslation } from 'react-i18next'
import { useField } from '../../ui/form/context'
import { PasswordField } from '../../ui/form/PasswordField'

/** Asks for the user's own password as soon as the mail address changes: whoever reads its e-mails can take over the account. */
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
