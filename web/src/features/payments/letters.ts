import type { CSSProperties } from 'react'

/** Gives a figure the number of its letters, by which the style sheet makes it as large as its box allows. */
export const letters = (figure: string) => ({ '--letters': figure.length }) as CSSProperties
