import type { ComponentProps } from 'react'
import c from './IconButton.module.css'

/** A 48 px square with one icon; its name is for screen readers and the tooltip. */
export function IconButton({ label, className = '', ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button type="button" {...rest} className={`${c.button} ${className}`} aria-label={label} title={label} />
  )
}
