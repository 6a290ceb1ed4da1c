import { MantineProvider } from '@mantine/core'
import '../theme/mantine.css'
import { Outlet } from 'react-router'
import { cssVariables, theme } from '../theme/theme'

/** The library of parts, for every screen but the one that signs in. */
export function Screen() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Outlet />
    </MantineProvider>
  )
}
