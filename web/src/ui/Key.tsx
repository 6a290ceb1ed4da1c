import c from './Key.module.css'

/** The key of the keyboard that does the same; hidden where there is no keyboard. */
export function Key({ children, onAction }: { children: string; onAction?: boolean }) {
  return (
    <kbd className={c.key} data-on-action={onAction || undefined} aria-hidden="true">
      {children}
    </kbd>
  )
}
