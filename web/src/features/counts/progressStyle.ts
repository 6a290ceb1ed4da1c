import type { CSSProperties } from 'react'

/** Shows how much of a bar is full. */
export const progressStyle = (done: number, of: number) =>
  ({ '--part': of > 0 ? done / of : 1 }) as CSSProperties
