import type { ReactNode, Ref } from 'react'
import type { useAnchored } from './anchored'
import c from './PopMenu.module.css'

interface Props {
  id: string
  label: string
  place?: 'below' | 'above'
  ref?: Ref<HTMLDivElement>
  /** The place at its button, from `useAnchored`; if absent, it opens at the edge of the window. */
  panel?: ReturnType<typeof useAnchored>['panel']
  children: ReactNode
}

/** The class of an entry, a link or a button. */
export const popItem = c.item ?? ''

/** A menu in the browser's own popover: `popoverTarget` opens it, Esc or a tap elsewhere closes it. */
export function PopMenu({ id, label, place = 'below', ref, panel, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a popover in every browser
    // biome-ignore lint/a11y/useKeyWithClickEvents: the entries are buttons and links; this only closes after them
    <div
      id={id}
      ref={ref}
      popover="auto"
      className={c.menu}
      data-place={panel ? undefined : place}
      {...panel}
      role="group"
      aria-label={label}
      onClick={(event) => {
        if ((event.target as HTMLElement).closest('a, button')) event.currentTarget.hidePopover()
      }}
    >
      {children}
    </div>
  )
}
