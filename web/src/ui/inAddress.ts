import { createContext } from 'react'

/**
 * Stands around a form that an entry of the history opens: going back leaves that entry, and the form goes with it. Every other form is
 * closed by going back.
 */
export const InAddress = createContext(false)
