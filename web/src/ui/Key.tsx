import c from './Key.module.css'

/** A hint of the key on the keyboard that does the same; it is hidden where there is no keyboard. */
export function Key({ children, onAction }: { children: string; onAction?: boolean }) {
  return (
    <kbd className={c.key} data-on-action={onAction || undefined} aria-hidden="true">
      {children}
    </kbd>
  )
}
