import { type ReactNode, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName, useUser } from '../../session/session'
import { useFirstScreenDrawn } from '../../ui/firstScreen'
import { initials } from '../../ui/format'
import { lazyPart } from '../../ui/lazyPart'
import { Part } from '../../ui/Part'
import { PopMenu } from '../../ui/PopMenu'
import c from './UserMenu.module.css'

const UserEntries = lazyPart(() => import('./UserEntries').then((m) => m.default))

/** Shows the signed-in user's name; it opens profile, colours and log-out, which load after the screen. */
export function UserMenu({ children, place = 'below' }: { children?: ReactNode; place?: 'below' | 'above' }) {
  const { t } = useTranslation()
  const user = useUser()
  const id = useId()
  const stands = useFirstScreenDrawn((now) => now.stands)
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
      <PopMenu id={id} label={t('people.menu')} place={place}>
        {stands ? (
          <Part fallback={null}>
            <Suspense>
              {children}
              <UserEntries />
            </Suspense>
          </Part>
        ) : null}
      </PopMenu>
    </>
  )
}
