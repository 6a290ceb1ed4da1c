import { IconAlertTriangle, IconFileText, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { errorText } from '../../api/errors'
import type { KitchenOrder, PrintJob } from '../../api/model'
import { openPdf } from '../../api/pdf'
import { extrasOf } from '../../data/orders/lineText'
import { clock, inSmallLetters, quantity } from '../../ui/format'
import { StatePill } from '../../ui/StatePill'
import { lineState } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import c from './CommandCard.module.css'
import { useReprint } from './commands'

interface Props {
  command: KitchenOrder
  /** The account that shows it: dishes may have been moved here from the one that sent them. */
  requestId?: number
  /** The account's name, which links to it; absent within its own account. */
  place?: string
  /** The print jobs of the command, where they are known. */
  jobs?: PrintJob[]
}

/** Shows one send to the kitchen: number, time, user, lines, areas and state; it can be printed again, or opened as a file. */
export function CommandCard({ command, requestId = command.client_request_id, place, jobs = [] }: Props) {
  const { t } = useTranslation()
  const reprint = useReprint()
  const number = String(command.number).padStart(4, '0')
  const state = lineState[command.status]
  const over = command.status === 'DISMISSED'
  const pdf = (area?: string) =>
    void openPdf(`/orders/${requestId}/command-order-pdf`, {
      command_id: command.id,
      ...(area ? { area } : {}),
    }).catch((error) => showToast('danger', t('payments.pdfFailed'), errorText(error)))
  return (
    <article className={c.card} aria-label={t('orders.command', { number })}>
      <header className={c.head}>
        <h3>{t('orders.command', { number })}</h3>
        <StatePill tone={state.tone} icon={state.icon} label={t(`lineState.${command.status}`)} />
        <p>
          {clock(command.created_at)} · {command.user_name}
          {place ? (
            <>
              {' · '}
              <Link to={`/order/${command.client_request_id}`}>{place}</Link>
            </>
          ) : null}
        </p>
      </header>
      <ul className={c.lines}>
        {command.lines.map((line) => (
          <li key={line.id} data-void={line.status === 'DISMISSED' || undefined}>
            <b>{quantity(line.qty)}</b>
            <span>
              {line.name}
              {extrasOf(line) ? <i>{extrasOf(line)}</i> : null}
              {line.comment ? <em>{line.comment}</em> : null}
            </span>
          </li>
        ))}
      </ul>
      {command.areas.map((area) => (
        <div key={area.area} className={c.area}>
          <span>
            <b>{inSmallLetters(area.area)}</b>
            <AreaState command={command} area={area} jobs={jobs} />
          </span>
          {area.pdf ? (
            <button type="button" onClick={() => pdf(area.area)}>
              <IconFileText size={20} stroke={1.9} aria-hidden="true" />
              {t('orders.history.pdf')}
            </button>
          ) : null}
          {area.printers.length > 0 && command.areas.length > 1 && !over ? (
            <button
              type="button"
              disabled={reprint.isPending}
              aria-label={t('orders.history.reprintArea', { area: inSmallLetters(area.area) })}
              onClick={() => reprint.mutate({ commandId: command.id, area: area.area })}
            >
              <IconPrinter size={20} stroke={1.9} aria-hidden="true" />
              {t('orders.history.reprint')}
            </button>
          ) : null}
        </div>
      ))}
      {over ? null : (
        <footer className={c.foot}>
          <button type="button" onClick={() => pdf()}>
            <IconFileText size={20} stroke={1.9} aria-hidden="true" />
            {t('orders.history.pdf')}
          </button>
          <button
            type="button"
            disabled={reprint.isPending}
            onClick={() => reprint.mutate({ commandId: command.id })}
          >
            <IconPrinter size={20} stroke={1.9} aria-hidden="true" />
            {t(command.areas.length > 1 ? 'orders.history.reprintAll' : 'orders.history.reprint')}
          </button>
        </footer>
      )}
    </article>
  )
}

interface AreaProps {
  command: KitchenOrder
  area: KitchenOrder['areas'][number]
  jobs: PrintJob[]
}

/** Shows the printer of an area and the state of its job. */
function AreaState({ command, area, jobs }: AreaProps) {
  const { t, i18n } = useTranslation()
  if (area.warning) {
    return (
      <em>
        <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
        {area.warning}
      </em>
    )
  }
  if (area.printers.length === 0)
    return <i>{t(area.pdf ? 'orders.history.asPdf' : 'orders.history.silent')}</i>
  const job = jobs.find((each) => each.source === `command:${command.id}` && each.area === area.area)
  const key = `orders.history.job.${job?.state}`
  const what = i18n.exists(key) ? ` · ${t(key as 'orders.history.job.DONE')}` : ''
  return <i>{t('orders.history.printer', { printer: area.printers.join(', ') }) + what}</i>
}
