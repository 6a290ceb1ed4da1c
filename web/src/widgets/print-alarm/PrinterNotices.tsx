import { useQuery } from '@tanstack/react-query'
import { list } from '../../api/client'
import { useRoom } from '../../api/realtime'
import { printingKeys } from '../../data/printing/keys'
import { printerState } from '../../data/printing/state'
import c from './PrinterNotices.module.css'

/** More printers than these mean a network or power failure: the first say enough. */
const shown = 2

interface Props {
  /** The ids of printers whose jobs raise an alarm already, which says enough. */
  ringing: number[]
}

/** Shows the state of the printers that this till uses, one line each, before a job waits for them. */
export function PrinterNotices({ ringing }: Props) {
  useRoom('printing')
  const notices = useQuery({
    queryKey: printingKeys.notices,
    queryFn: ({ signal }) => list('/printer-notices', undefined, signal),
  })
  const rows = (notices.data?.rows ?? []).filter(
    (row) => !row.printer_ids.every((id) => ringing.includes(id)),
  )
  if (rows.length === 0) return null
  return (
    <div role="status">
      {rows.slice(0, shown).map((row) => {
        const { tone, icon: Icon } = printerState({ state: row.state, status: 'ACTIVE' })
        return (
          <p key={row.title} className={c.notice} data-tone={tone === 'warning' ? 'warning' : 'bad'}>
            <Icon size={20} stroke={2} aria-hidden="true" />
            <span>
              <b>{row.title}.</b> {row.advice}
            </span>
          </p>
        )
      })}
    </div>
  )
}
