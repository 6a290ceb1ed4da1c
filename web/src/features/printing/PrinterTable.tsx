import { Button } from '@mantine/core'
import { IconFileText, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Printer } from '../../api/model'
import { when } from '../../ui/format'
import { StatePill } from '../../ui/StatePill'
import c from './PrinterTable.module.css'
import { printerState } from './state'

interface Props {
  rows: Printer[]
  now: number
  testing: number | null
  onTest: (printer: Printer) => void
  onPaper: (printer: Printer) => void
}

export function PrinterTable(props: Props) {
  const { t } = useTranslation()
  return (
    <table className={c.table}>
      <thead>
        <tr>
          <th scope="col">{t('printing.printer')}</th>
          <th scope="col" className={c.wide}>
            {t('printing.prints')}
          </th>
          <th scope="col">{t('printing.stateColumn')}</th>
          <th scope="col" className={c.wide}>
            {t('printing.lastJob')}
          </th>
          <th scope="col">
            <span className="sr">{t('printing.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map((printer) => (
          <Row key={printer.id} printer={printer} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ printer, now, testing, onTest, onPaper }: Props & { printer: Printer }) {
  const { t } = useTranslation()
  const state = printerState(printer)
  const virtual = printer.type === 'VIRTUAL'
  const Glyph = virtual ? IconFileText : IconPrinter
  const prints = [
    ...printer.production_areas,
    ...printer.cashboxes,
    printer.opens_drawer ? t('printing.drawer') : null,
  ]
  const facts = [
    printer.state_at && state.name !== 'ready'
      ? t('printing.since', { time: when(printer.state_at, now) })
      : null,
    printer.waiting_jobs > 0 ? t('printing.waiting', { count: printer.waiting_jobs }) : null,
    state.name !== 'ready' && printer.stand_in_name
      ? t('printing.standIn', { name: printer.stand_in_name })
      : null,
  ].filter(Boolean)
  const job = printer.last_job
  return (
    <tr>
      <td>
        <span className={c.printer}>
          <span className={c.icon} data-tone={state.tone}>
            <Glyph size={22} stroke={1.8} aria-hidden="true" />
          </span>
          <span className={c.two}>
            <b>{printer.name}</b>
            <span>
              {t(`printing.type.${printer.type}`)}
              {printer.address && !virtual ? ` · ${printer.address}` : ''}
            </span>
          </span>
        </span>
      </td>
      <td className={c.wide}>
        <span className={c.two}>
          <b>{prints.filter(Boolean).join(', ') || '—'}</b>
          <span>{printer.size} mm</span>
        </span>
      </td>
      <td>
        <span className={c.two}>
          <StatePill tone={state.tone} icon={state.icon} label={t(`printing.state.${state.name}`)} />
          {facts.length > 0 ? <span>{facts.join(' · ')}</span> : null}
        </span>
      </td>
      <td className={c.wide}>
        {job ? (
          <span className={c.two}>
            <b>{t(`printing.document.${job.document}`, { defaultValue: job.document })}</b>
            <span>
              {job.finished_at ? `${when(job.finished_at, now)} · ` : ''}
              {job.level?.toUpperCase() === 'CONFIRMED' ? t('printing.confirmed') : t('printing.sent')}
            </span>
          </span>
        ) : (
          '—'
        )}
      </td>
      <td>
        <span className={c.actions}>
          {virtual ? (
            <Button variant="default" className={c.test} onClick={() => onPaper(printer)}>
              {t('printing.seePaper')}
            </Button>
          ) : null}
          <Button
            variant="default"
            className={c.test}
            disabled={state.name === 'offline'}
            loading={testing === printer.id}
            onClick={() => onTest(printer)}
          >
            {t('printing.test')}
          </Button>
        </span>
      </td>
    </tr>
  )
}
