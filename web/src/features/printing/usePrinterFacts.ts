import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Printer } from '../../api/model'
import { printerState } from '../../data/printing/state'
import { clock, inSmallLetters, timeOrDateTime } from '../../ui/format'
import { useReliefs } from './queries'
import { useDocumentName } from './useDocumentName'
import { useJobEnd } from './useJobEnd'

/** Returns the size of a printer's labels. */
export const labelText = (t: TFunction, { label_size }: Printer) =>
  t('printing.labels', { size: label_size.replace('x', ' × ') })

/** Describes a printer: its connection, what it prints, since when it is in its state, and its last job. */
export function usePrinterFacts(printer: Printer, now: number) {
  const { t } = useTranslation()
  const nameOf = useDocumentName()
  const ends = useJobEnd()
  const reliefs = useReliefs().data?.rows ?? []
  const { name } = printerState(printer)
  const virtual = printer.type === 'VIRTUAL'
  const job = printer.last_job
  const uses = [
    ...printer.production_areas.map(inSmallLetters),
    ...printer.cashboxes,
    printer.opens_drawer ? t('printing.drawer') : '',
  ]
  const relieved = reliefs.filter((relief) => relief.active && relief.stand_in_id === printer.id)
  const state = [
    ...relieved.map((relief) =>
      t('printing.relief.standsIn', { name: relief.printer, time: clock(relief.since) }),
    ),
    name === 'offline' && printer.trouble ? t(`printing.trouble.${printer.trouble as 'BABBLING'}`) : '',
    name === 'paperLow' ? t('printing.nearEndText') : '',
    printer.state_at && name !== 'ready' && name !== 'paperLow' && name !== 'inactive'
      ? t('printing.since', { time: timeOrDateTime(printer.state_at, now) })
      : '',
    name === 'ready' && printer.level ? t(`printing.level.${printer.level as 'L0'}`) : '',
    printer.drawer === 'OPEN' ? t('printing.drawerOpen') : '',
    printer.waiting_jobs > 0 ? t('printing.waiting', { count: printer.waiting_jobs }) : '',
    name !== 'ready' && printer.stand_in_name
      ? t('printing.standIn', { name: printer.stand_in_name, seconds: printer.stand_in_after_s })
      : '',
  ]
  return {
    connection: [t(`printing.type.${printer.type}`), virtual ? '' : printer.address]
      .filter(Boolean)
      .join(' · '),
    prints: uses.filter(Boolean).join(', ') || '—',
    paper: printer.kind === 'LABEL' ? labelText(t, printer) : `${printer.size} mm`,
    state: state.filter(Boolean).join(' · ') || (virtual ? t('printing.atScreen') : ''),
    lastJob: job ? nameOf(job.document) : t('printing.untested'),
    lastJobEnd: job
      ? `${timeOrDateTime(job.finished_at ?? job.created_at, now)} · ${virtual && job.state === 'DONE' ? t('printing.atScreen').toLowerCase() : ends(job)}`
      : '',
  }
}
