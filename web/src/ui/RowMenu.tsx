import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useAnchored } from './anchored'
import c from './RowMenu.module.css'

interface Props {
  /** The button's label for screen readers: "Acciones de Bar". */
  label: string
  /** The entries, of the class `popItem`; each tap closes the menu. */
  children: ReactNode
}

/** Shows the actions of one row or card: three dots that open a menu right beside them. */
export function RowMenu({ label, children }: Props) {
  const id = useId()
  const { opener, panel, close } = useAnchored<HTMLButtonElement>('right')
  return (
    <>
      <button
        ref={opener}
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
      <div id={id} popover="auto" className={c.menu} {...panel} onClick={close}>
        {children}
      </div>
    </>
  )
}
