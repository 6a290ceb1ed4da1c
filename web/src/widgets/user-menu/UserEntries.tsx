import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceMobile, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { popItem } from '../../ui/PopMenu'
import { useSignOut } from './useSignOut'

/** Shows the entries for profile, colours and log-out. */
export default function UserEntries() {
  const { t } = useTranslation()
  const signOut = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <>
      <Link to="/profile" className={popItem}>
        <IconUser size={20} stroke={1.8} aria-hidden="true" />
        {t('people.profile.title')}
      </Link>
      <Link to="/profile#celular" className={popItem}>
        <IconDeviceMobile size={20} stroke={1.8} aria-hidden="true" />
        {t('people.phone')}
      </Link>
      <button type="button" className={popItem} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
        {dark ? (
          <IconSun size={20} stroke={1.8} aria-hidden="true" />
        ) : (
          <IconMoon size={20} stroke={1.8} aria-hidden="true" />
        )}
        {dark ? t('people.light') : t('people.dark')}
      </button>
      <button type="button" className={popItem} onClick={signOut}>
        <IconLogout size={20} stroke={1.8} aria-hidden="true" />
        {t('people.signOut')}
      </button>
    </>
  )
}
