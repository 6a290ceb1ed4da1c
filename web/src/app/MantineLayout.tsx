import { MantineProvider } from '@mantine/core'
import '../theme/mantine.css'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { cssVariables, theme } from '../theme/theme'
import { firstScreenDrawn, noteFirstScreenDrawn } from '../ui/firstScreen'

/** Loads the component library, for every screen but the one that signs in. */
export default function MantineLayout() {
  useEffect(() => {
    noteFirstScreenDrawn()
    // Dialogs use these styles.
    void firstScreenDrawn.then(() => import('../theme/more'))
    void firstScreenDrawn.then(() => import('../ui/keyboard')).catch(() => undefined)
  }, [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Outlet />
    </MantineProvider>
  )
}
