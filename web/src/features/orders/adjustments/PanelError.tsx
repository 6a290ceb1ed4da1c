import { IconAlertTriangle } from '@tabler/icons-react'
import { errorText } from '../../../api/errors'
import c from './Panel.module.css'

/** Why it cannot be done as it stands, where it is being done. */
export function PanelError({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <span className={c.bad} role="alert">
      <IconAlertTriangle size={16} aria-hidden="true" />
      {errorText(error)}
    </span>
  )
}
