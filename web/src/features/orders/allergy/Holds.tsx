import { IconAlertTriangle } from '@tabler/icons-react'
import c from './Holds.module.css'

/** Says on a tile that the dish contains what the account must avoid; it can be ordered all the same. */
export function Holds({ text }: { text: string }) {
  return (
    <span className={c.holds}>
      <IconAlertTriangle size={14} stroke={2.2} aria-hidden="true" />
      {text}
    </span>
  )
}
