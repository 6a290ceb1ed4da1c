import { IconBellRinging, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { list } from '../../api/client'
import type { PrintAlarm } from '../../api/model'
import { useRoom } from '../../api/realtime'
import { printingKeys } from '../../data/printing/keys'
import { mayOpen } from '../../session/permissions'
import { useUser } from '../../session/session'
import { clock } from '../../ui/format'
import c from './PrintAlarm.module.css'
import { PrinterNotices } from './PrinterNotices'

/** The first two are shown, and the rest are counted. */
const shown = 2

/**
 * Lists the orders that were not printed in the kitchen: who sent them, where, since when, and what to do. One goes once it is
 * confirmed. Below them stand printers that need somebody before a job waits for them.
 */
export default function PrintAlarms() {
  useRoom('printing')
  const alarms = useQuery({
    queryKey: printingKeys.alarms,
    queryFn: ({ signal }) => list('/print-alarms', undefined, signal),
  })
  const rows = alarms.data?.rows ?? []
  return (
    <>
      {rows.length > 0 ? <Alarms rows={rows} /> : null}
      <PrinterNotices ringing={rows.map((row) => row.printer_id)} />
    </>
  )
}

function Alarms({ rows }: { rows: PrintAlarm[] }) {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <div className={c.alarms} role="alert">
      {rows.slice(0, shown).map((alarm) => (
        <div key={alarm.printer_id} className={c.alarm}>
          <IconBellRinging size={28} stroke={2} aria-hidden="true" />
          <div>
            <b>{alarm.title}</b>
            <em>{t('alarm.since', { printer: alarm.printer, time: clock(alarm.since) })}</em>
            <span>{alarm.advice}</span>
          </div>
          {mayOpen(user, '/printers') ? (
            <Link to={`/printers?reroute=${alarm.printer_id}`}>
              {t('alarm.solve')}
              <IconChevronRight size={20} stroke={2} aria-hidden="true" />
            </Link>
          ) : null}
        </div>
      ))}
      {rows.length > shown ? <p>{t('alarm.more', { count: rows.length - shown })}</p> : null}
    </div>
  )
}
