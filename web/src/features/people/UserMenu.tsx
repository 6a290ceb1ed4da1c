import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceMobile, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fullName, useUser } from '../../session/session'
import { initials } from '../../ui/format'
import { PopMenu, popItem } from '../../ui/PopMenu'
import c from './UserMenu.module.css'
import { useSignOut } from './useSignOut'

/** Who one is; opens profile, colours and leaving. */
export function UserMenu({
  children,
  place = 'below',
}: {
  children?: React.ReactNode
  place?: 'below' | 'above'
}) {
  const { t } = useTranslation()
  const user = useUser()
  const id = useId()
  const signOut = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const menu = useRef<HTMLDivElement>(null)
  const dark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  const name = fullName(user)
  const facts = [user.role?.name, user.cashbox_name].filter(Boolean).join(' · ')
  return (
    <>
      <button type="button" className={`${c.user} ${place === 'below' ? c.compact : ''}`} popoverTarget={id}>
        <span className={c.avatar} aria-hidden="true">
          {initials(name)}
        </span>
        <span className="sr">{t('people.sessionOf')}</span>
        <span className={c.text}>
          <b>{name}</b>
          <span>{facts}</span>
        </span>
      </button>
      <PopMenu id={id} ref={menu} label={t('people.menu')} place={place}>
        {children}
        <Link to="/profile" className={popItem} onClick={() => menu.current?.hidePopover()}>
          <IconUser size={20} stroke={1.8} aria-hidden="true" />
          {t('people.profile.title')}
        </Link>
        <Link to="/profile#celular" className={popItem} onClick={() => menu.current?.hidePopover()}>
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
      </PopMenu>
    </>
  )
}
