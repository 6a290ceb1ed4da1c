import { IconAlertTriangle } from '@tabler/icons-react'
import c from './Holds.module.css'

/** Says of a dish that it contains what the account must avoid; it can be ordered all the same. On a tile it may lie over the picture. */
export function Holds({ text, onTile }: { text: string; onTile?: boolean }) {
  return (
    <span className={c.holds} data-tile={onTile}>
      <IconAlertTriangle size={14} stroke={2.2} aria-hidden="true" />
      {text}
    </span>
  )
}
