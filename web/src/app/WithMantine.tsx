import { MantineProvider } from '@mantine/core'
import '../theme/mantine.css'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { cssVariables, theme } from '../theme/theme'
import { noteStanding, standing } from '../ui/standing'

/** Loads the component library, for every screen but the one that signs in. */
export function Screen() {
  useEffect(() => {
    noteStanding()
    // Dialogs use these styles.
    void standing.then(() => import('../theme/more'))
    void standing.then(() => import('../ui/keyboard')).catch(() => undefined)
  }, [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Outlet />
    </MantineProvider>
  )
}
