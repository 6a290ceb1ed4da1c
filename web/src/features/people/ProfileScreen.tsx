import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Card, OfficePage } from '../../ui/OfficePage'
import c from './ProfileScreen.module.css'
import { fullName, useUser } from './session'
import { canEncrypt } from './vault'

/** Who one is here, and how the screens look. */
export function Screen() {
  const { t } = useTranslation()
  const user = useUser()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const facts: [string, string][] = [
    [t('people.profile.name'), fullName(user)],
    [t('people.username'), user.username],
    [t('people.profile.role'), user.role?.name ?? '—'],
    [t('people.profile.email'), user.email || '—'],
    [t('people.profile.cashbox'), user.cashbox_name || '—'],
  ]
  return (
    <OfficePage title={t('people.profile.title')}>
      <Card padded label={t('people.profile.title')}>
        <dl className={c.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
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
      <p className={c.note}>{canEncrypt() ? t('people.profile.kept') : t('people.profile.tabOnly')}</p>
    </OfficePage>
  )
}
