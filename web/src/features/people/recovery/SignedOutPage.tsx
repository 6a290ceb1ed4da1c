import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Logo } from '../../../ui/Logo'
import { useTitle } from '../../../ui/title'
import c from './SignedOutPage.module.css'

interface Props {
  title: string
  text: ReactNode
  children?: ReactNode
  /** Links back to the log-in page. */
  back: ReactNode
}

/** The frame of a page before sign-in: one thing to do, and the way back. */
export function SignedOutPage({ title, text, children, back }: Props) {
  useTitle(title)
  return (
    <main className={c.page}>
      <div className={c.card}>
        <Logo size={56} />
        <h1>{title}</h1>
        <p>{text}</p>
        {children}
        {back}
      </div>
    </main>
  )
}

export function ToLogin() {
  const { t } = useTranslation()
  return (
    <Link to="/login" className={c.back}>
      <IconArrowLeft size={20} stroke={2} aria-hidden="true" />
      {t('recovery.back')}
    </Link>
  )
}

/** Shows an error that belongs to no field. */
export function Trouble({ text }: { text: string }) {
  return (
    <div className={c.error} role="alert">
      <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
      <span>{text}</span>
    </div>
  )
}
