import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconCopy,
  IconPrinter,
  IconPrinterOff,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Printer, PrintRelief } from '../../api/model'
import { clock, minutes, minutesSince } from '../../ui/format'
import { Card } from '../../ui/OfficePage'
import { showPaper } from './paperPdf'
import { useReliefs } from './queries'
import c from './Reliefs.module.css'
import { useJobEnd } from './useJobEnd'

interface Props {
  now: number
  printers: Printer[]
  testing: number | null
  onTest: (printer: Printer) => void
  onEdit: (printer: Printer) => void
}

/** Shows which printers hand their papers over to another one, and every paper that moved; nothing while none did. */
export function Reliefs(props: Props) {
  const reliefs = useReliefs().data?.rows ?? []
  return reliefs.map((relief) => (
    <Relief key={`${relief.printer_id}-${relief.stand_in_id}`} relief={relief} {...props} />
  ))
}

function Relief({ relief, now, printers, testing, onTest, onEdit }: Props & { relief: PrintRelief }) {
  const { t } = useTranslation()
  const own = printers.find((printer) => printer.id === relief.printer_id)
  const papers = t('printing.relief.papers', { count: relief.papers.length })
  const since = { time: clock(relief.since), ago: minutes(minutesSince(relief.since, now)), papers }
  const Glyph = relief.active ? IconPrinterOff : IconPrinter
  return (
    <section className={c.relief} aria-label={relief.title}>
      <header
        className={c.head}
        data-active={relief.active || undefined}
        role={relief.active ? 'alert' : undefined}
      >
        <span className={c.icon}>
          <Glyph size={26} stroke={1.9} aria-hidden="true" />
        </span>
        <div>
          <h2>{relief.title}</h2>
          <p>{t(relief.active ? 'printing.relief.since' : 'printing.relief.from', since)}</p>
        </div>
        {own && relief.active ? (
          <span className={c.actions}>
            <Button variant="default" onClick={() => onEdit(own)}>
              {t('printing.relief.other')}
            </Button>
            <Button
              leftSection={<IconPrinter size={20} stroke={1.9} aria-hidden="true" />}
              loading={testing === own.id}
              onClick={() => onTest(own)}
            >
              {t('printing.relief.test', { name: own.name })}
            </Button>
          </span>
        ) : null}
      </header>
      <Card label={t('printing.relief.list', { name: relief.stand_in })} padded>
        <div className={c.title}>
          <h3>{t('printing.relief.list', { name: relief.stand_in })}</h3>
          <span>{papers}</span>
        </div>
        <ul className={c.list}>
          {relief.papers.map((paper) => (
            <Paper key={paper.id} paper={paper} />
          ))}
        </ul>
        {relief.papers.some((paper) => paper.marked) ? (
          <p className={c.note}>{t('printing.relief.markedNote', { name: relief.printer })}</p>
        ) : null}
        {relief.active ? (
          <p className={c.note}>
            <IconArrowBackUp size={20} stroke={1.9} aria-hidden="true" />
            <span>
              <b>{t('printing.relief.back', { name: relief.printer })}</b> {t('printing.relief.backText')}
            </span>
          </p>
        ) : null}
      </Card>
    </section>
  )
}

function Paper({ paper }: { paper: PrintRelief['papers'][number] }) {
  const { t } = useTranslation()
  const ends = useJobEnd()
  const printed = paper.state === 'DONE'
  const Mark = paper.marked ? IconCopy : printed ? IconCheck : IconClock
  const state = printed
    ? t(paper.level === 'L0' ? 'printing.sent' : 'printing.relief.confirmed')
    : ends(paper)
  return (
    <li>
      <button type="button" onClick={() => showPaper(paper.id)}>
        <b>{paper.title}</b>
        {paper.dishes > 0 ? <span>{t('printing.relief.dishes', { count: paper.dishes })}</span> : null}
      </button>
      <time dateTime={paper.moved_at}>{clock(paper.moved_at)}</time>
      <span className={c.state} data-marked={paper.marked || undefined} data-waiting={!printed || undefined}>
        <Mark size={18} stroke={2} aria-hidden="true" />
        {[paper.marked ? t('printing.relief.marked') : '', paper.marked && printed ? '' : state]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  )
}
