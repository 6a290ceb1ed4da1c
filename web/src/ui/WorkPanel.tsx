import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Key } from './Key'
import c from './WorkPanel.module.css'

interface Props {
  /** Its name for screen readers. */
  label: string
  title: string
  /** Where it happens, or what it is. */
  text: ReactNode
  /** Before the title. */
  picture?: ReactNode
  /** What the cross is called. */
  close: string
  onClose: () => void
  /** What is typed is an amount in here, and searches for nothing. */
  takesKeys?: boolean
  bodyClass?: string
  foot: ReactNode
  children: ReactNode
  /** Dialogs above it. */
  above?: ReactNode
}

/** Choosing, dismissing, discounting: it takes the place of the products, while the account stays in sight. */
export function WorkPanel(props: Props) {
  const { label, title, text, picture, close, onClose, takesKeys, bodyClass, foot, children, above } = props
  const panel = useRef<HTMLElement>(null)
  // The panel takes the focus, whatever opened it: an entry of a menu, a search, a tile that is gone.
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section
      ref={panel}
      className={c.panel}
      data-takes-keys={takesKeys || undefined}
      aria-label={label}
      tabIndex={-1}
    >
      <header className={c.head}>
        {picture}
        <div className={c.title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <button type="button" className={c.close} aria-label={close} onClick={onClose}>
          <Key>Esc</Key>
          <IconX size={22} aria-hidden="true" />
        </button>
      </header>
      <div className={bodyClass ? `${c.body} ${bodyClass}` : c.body}>{children}</div>
      {foot}
      {above}
    </section>
  )
}

interface FootProps {
  /** Before what it comes to: how many. */
  before?: ReactNode
  /** What it comes to, in words. */
  sum: ReactNode
  disabled: boolean
  busy?: boolean
  icon?: ReactNode
  onGo: () => void
  /** What the button says. */
  children: ReactNode
}

/** The foot of a panel: what comes of it, and the one button. */
export function PanelFoot({ before, sum, disabled, busy, icon, onGo, children }: FootProps) {
  return (
    <footer className={c.foot} data-toast-above data-plain={before ? undefined : true}>
      {before}
      <div className={c.sum}>{sum}</div>
      <Button
        className={c.go}
        classNames={{ label: c.goLabel }}
        disabled={disabled}
        loading={busy}
        leftSection={icon}
        rightSection={<Key onAction>Enter</Key>}
        onClick={onGo}
      >
        {children}
      </Button>
    </footer>
  )
}
