import { MantineProvider } from '@mantine/core'
import '../theme/mantine.css'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { cssVariables, theme } from '../theme/theme'

/** The library of parts, for every screen but the one that signs in. */
export function Screen() {
  // What dialogs are made of comes once the screen stands.
  useEffect(() => void import('../theme/more'), [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Outlet />
    </MantineProvider>
  )
}
