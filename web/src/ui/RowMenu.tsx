import { IconDots } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react'
import c from './RowMenu.module.css'

const gap = 4
const margin = 8

interface Props {
  /** What its button is called: "Acciones de Bar". */
  label: string
  /** Entries, of the class `popItem`; each tap closes it. */
  children: ReactNode
}

/** What can be done with one row or card: three dots, and a menu right beside them. */
export function RowMenu({ label, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<CSSProperties>({})
  const stand = () => {
    const from = button.current?.getBoundingClientRect()
    const height = menu.current?.offsetHeight ?? 0
    if (!from) return
    // Below the button, or above it where the screen ends.
    const below = from.bottom + gap + height + margin <= window.innerHeight
    setPlace({
      top: below ? from.bottom + gap : Math.max(margin, from.top - gap - height),
      right: Math.max(margin, window.innerWidth - from.right),
    })
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={c.more}
        aria-label={label}
        title={label}
        popoverTarget={id}
      >
        <IconDots size={20} aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the entries are buttons and links; this only closes after them */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        id={id}
        ref={menu}
        popover="auto"
        className={c.menu}
        style={place}
        // Before it shows, so that it never shows elsewhere; and again when its height is known.
        onBeforeToggle={stand}
        onToggle={stand}
        onClick={() => menu.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}
