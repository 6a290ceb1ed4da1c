import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Key } from './Key'
import { useLeave } from './typed'
import c from './WorkPanel.module.css'

interface Props {
  /** The name for screen readers. */
  label: string
  title: string
  /** The table or order that the panel is about, or a description. */
  text: ReactNode
  /** A picture that stands before the title. */
  picture?: ReactNode
  /** The label of the button that closes the panel. */
  close: string
  onClose: () => void
  bodyClass?: string
  foot: ReactNode
  children: ReactNode
  /** Dialogs that open above it. */
  above?: ReactNode
}

/** Frames choosing, taking back and discounting: it replaces the products, while the account stays in sight. */
export function WorkPanel(props: Props) {
  const { label, title, text, picture, close, onClose, bodyClass, foot, children, above } = props
  const leave = useLeave()
  const panel = useRef<HTMLElement>(null)
  // The panel takes the focus, because the element that opened it may be gone: an entry of a menu, a search, a tile.
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section ref={panel} className={c.panel} aria-label={label} tabIndex={-1}>
      <header className={c.head}>
        {picture}
        <div className={c.title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <button type="button" className={c.close} aria-label={close} onClick={() => leave(onClose)}>
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
  /** The quantity, shown before the sum. */
  before?: ReactNode
  sum: ReactNode
  disabled: boolean
  busy?: boolean
  icon?: ReactNode
  onGo: () => void
  /** The label of the button. */
  children: ReactNode
}

/** Shows the foot of a panel: the result, and the one button. */
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
