import c from './Logo.module.css'

/** Draws the product's logo: a ticket. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg className={c.logo} width={size} height={size} viewBox="0 0 36 36" aria-hidden="true">
      <rect width="36" height="36" rx="10" />
      <path className={c.ticket} d="M9 8.5h18v19l-3-2.1-3 2.1-3-2.1-3 2.1-3-2.1-3 2.1z" />
      <path className={c.lines} d="M13 14h10M13 18.5h6" />
    </svg>
  )
}
