import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { peopleKeys } from '../../../data/people/keys'
import { verifySession } from '../../../data/people/login'
import { useUser } from '../../../session/session'
import { FormCard } from '../../../ui/form/FormCard'
import { FormRow } from '../../../ui/form/Group'
import { PasswordField } from '../../../ui/form/PasswordField'

/** Changes the user's password; it asks for the present one and ends the user's other sessions. */
export function PasswordCard() {
  const { t } = useTranslation()
  return (
    <FormCard
      title={t('account.password')}
      note={t('account.passwordText')}
      entity={{ name: t('account.passwordEntity'), feminine: true }}
      start={{ current_password: '', password: '', password_confirmation: '' }}
      save={(values, key) => write('PUT', '/profile/password', key, values)}
      stale={[peopleKeys.ownSessions]}
      action={t('account.changePassword')}
      clears
    >
      <PasswordField
        name="current_password"
        label={t('account.current')}
        autoComplete="current-password"
        required
      />
      <FormRow>
        <PasswordField
          name="password"
          label={t('account.new')}
          description={t('users.passwordText')}
          required
        />
        <PasswordField
          name="password_confirmation"
          label={t('users.again')}
          description={t('users.againText')}
          required
        />
      </FormRow>
    </FormCard>
  )
}

/** Sets or removes the user's own PIN, which approves what others do. It is never shown. */
export function PinCard() {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <FormCard
      title={t('account.pin')}
      note={user.has_pin ? t('account.pinSet') : t('account.pinText')}
      entity={{ name: 'PIN' }}
      start={{ pin: '' as string | null, current_password: '' }}
      save={(values, key) => write('PUT', '/profile/pin', key, values)}
      onSaved={() => void verifySession()}
      action={user.has_pin ? t('account.changePin') : t('account.setPin')}
      clears
      more={
        user.has_pin
          ? (work) => (
              <Button
                variant="default"
                disabled={work.saving}
                onClick={() => {
                  work.form.setFieldValue('pin', null)
                  work.submit()
                }}
              >
                {t('account.removePin')}
              </Button>
            )
          : undefined
      }
    >
      <FormRow>
        <PasswordField
          name="pin"
          label={t('account.newPin')}
          description={t('account.pinRule')}
          autoComplete="off"
          maxLength={8}
        />
        <PasswordField
          name="current_password"
          label={t('account.current')}
          description={t('account.currentText')}
          autoComplete="current-password"
          required
        />
      </FormRow>
    </FormCard>
  )
}
