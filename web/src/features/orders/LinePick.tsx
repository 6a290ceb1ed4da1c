import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { quantity } from '../../ui/format'
import c from './LinePick.module.css'

interface Props {
  line: { qty: string; name: string }
  detail?: string
  on: boolean
  /** The line was named when the list was opened, which may be long: it is scrolled into sight. */
  first?: boolean
  /** Content at the end of the row: its state, or its price. */
  end: ReactNode
  onToggle: () => void
  /** The control for the quantity, under the row or beside it. */
  children?: ReactNode
}

/** Shows a line of the account that a tap anywhere on it chooses. */
export function LinePick({ line, detail, on, first = false, end, onToggle, children }: Props) {
  const pick = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (first) pick.current?.scrollIntoView({ block: 'center' })
  }, [first])
  return (
    <div ref={pick} className={c.pick} data-on={on || undefined} data-in-sight={first || undefined}>
      <button type="button" aria-pressed={on} onClick={onToggle}>
        <span className={c.box}>{on ? <IconCheck size={19} stroke={3} aria-hidden="true" /> : null}</span>
        <span className={c.text}>
          <b>
            {quantity(line.qty)} {line.name}
          </b>
          {detail ? <span>{detail}</span> : null}
        </span>
        {end}
      </button>
      {children}
    </div>
  )
}
