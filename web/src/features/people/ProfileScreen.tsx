import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { verifySession } from '../../data/people/login'
import { fullName, useUser } from '../../session/session'
import { FormCard } from '../../ui/form/FormCard'
import { TextField } from '../../ui/form/fields'
import { FormRow } from '../../ui/form/Group'
import { Card, OfficePage } from '../../ui/OfficePage'
import { PhoneCard } from '../../widgets/phone/PhoneCard'
import { ConfirmNewEmail } from './ConfirmNewEmail'
import c from './ProfileScreen.module.css'
import { LocaleCard } from './profile/LocaleCard'
import { PasswordCard, PinCard } from './profile/SecretCards'
import { SessionsCard } from './profile/SessionsCard'
import { TotpCard } from './profile/TotpCard'

/** Shows the user's data, password and PIN, sessions, and the look of the screens. */
export default function ProfileScreen() {
  const { t } = useTranslation()
  const user = useUser()
  const facts: [string, string][] = [
    [t('people.username'), user.username],
    [t('people.profile.role'), user.role?.name ?? '—'],
    [t('people.profile.cashbox'), user.cashbox_name || '—'],
  ]
  return (
    <OfficePage title={t('people.profile.title')} summary={fullName(user)}>
      <div className={c.columns}>
        <div>
          <FormCard
            // The address was changed again: the password typed for it is not kept.
            key={user.email}
            title={t('account.own')}
            entity={{ name: t('account.profileEntity') }}
            start={{
              name: user.name,
              lastname: user.lastname,
              email: user.email ?? '',
              current_password: '',
            }}
            save={(_, key, changed) => write('PUT', '/profile', key, changed)}
            onSaved={() => void verifySession()}
          >
            <FormRow>
              <TextField name="name" label={t('users.firstName')} autoComplete="given-name" required />
              <TextField name="lastname" label={t('users.lastname')} autoComplete="family-name" />
            </FormRow>
            <TextField
              name="email"
              type="email"
              inputMode="email"
              label={t('people.profile.email')}
              description={t('users.emailText')}
              autoComplete="email"
            />
            <ConfirmNewEmail was={user.email} />
            <dl className={c.facts}>
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </FormCard>
          <Look />
          <PhoneCard />
          <LocaleCard />
        </div>
        <div>
          <PasswordCard />
          <TotpCard />
          <PinCard />
          <SessionsCard />
        </div>
      </div>
    </OfficePage>
  )
}

function Look() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Card padded label={t('people.profile.look')}>
      <h2 className={c.title}>{t('people.profile.look')}</h2>
      <SegmentedControl
        withItemsBorders={false}
        aria-label={t('people.profile.look')}
        classNames={{ label: c.scheme }}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
        data={[
          { value: 'light', label: t('people.profile.light') },
          { value: 'dark', label: t('people.profile.dark') },
          { value: 'auto', label: t('people.profile.auto') },
        ]}
      />
    </Card>
  )
}
