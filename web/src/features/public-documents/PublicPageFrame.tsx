import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCompany } from '../../data/settings/company'
import { Logo } from '../../ui/Logo'
import { useTitle } from '../../ui/title'
import c from './PublicPageFrame.module.css'

/** The restaurant's name stands first and Comanda's small: the public pages are the restaurant's. */
export function PublicPageFrame({
  title,
  foot,
  children,
}: {
  /** The title of the window, where it is not that of the search. */
  title?: string
  foot?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  const house = useCompany().data
  useTitle(title ?? t('consult.title'))
  return (
    <div className={c.page}>
      <header className={c.head}>
        {house?.logo ? (
          <img src={house.logo} alt="" />
        ) : (
          <span className={c.initials} aria-hidden="true">
            {initials(house?.commercial_name ?? '')}
          </span>
        )}
        <div>
          <b>{house?.commercial_name ?? ''}</b>
          <span>{house?.address ?? ''}</span>
        </div>
      </header>
      <main className={c.body}>{children}</main>
      <footer className={c.foot}>
        <div>
          {foot ?? (
            <>
              {house?.ruc ? <span>{t('consult.issuer', { ruc: house.ruc })}</span> : null}
              <span>{house?.legal_name ?? ''}</span>
            </>
          )}
        </div>
        <span className={c.product}>
          <Logo size={20} />
          Comanda
        </span>
      </footer>
    </div>
  )
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter((word) => word.length > 2 || /^[A-ZÑ]/.test(word))
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
