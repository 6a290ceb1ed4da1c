import { IconAlertTriangle } from '@tabler/icons-react'
import { errorText } from '../../../api/errors'
import c from './Panel.module.css'

/** Says in the panel why the change cannot be made. */
export function PanelError({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <span className={c.bad} role="alert">
      <IconAlertTriangle size={16} aria-hidden="true" />
      {errorText(error)}
    </span>
  )
}
