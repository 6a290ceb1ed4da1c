import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Line } from '../../api/model'
import { type commandsOf, dismissable, linesTotal, nextStep, undoStep } from '../../data/orders/account'
import { may } from '../../session/permissions'
import { useUser } from '../../session/session'
import { amount, clock } from '../../ui/format'
import { useNow } from '../../ui/now'
import c from './Account.module.css'
import { SentLine } from './AccountLine'
import type { OrderScreenState } from './useOrderScreen'

interface Props {
  work: OrderScreenState
  group: ReturnType<typeof commandsOf>[number]
  selected: number | null
}

/** Shows one command: the lines that the kitchen got together, and the progress of each dish. */
export function SentLines({ work, group: { command, lines }, selected }: Props) {
  const { t } = useTranslation()
  const title = t('orders.command', { number: String(command.number).padStart(4, '0') })
  return (
    <section className={c.sent} aria-label={title}>
      <h2>
        <IconLock size={16} stroke={2} aria-hidden="true" />
        {title}
        <span className={c.time}>{clock(command.created_at)}</span>
        <b>{amount(linesTotal(lines.filter((line) => line.status !== 'DISMISSED')))}</b>
      </h2>
      {lines.map((line) => (
        <OneSent key={line.id} work={work} line={line} selected={line.id === selected} />
      ))}
    </section>
  )
}

/** A line in the kitchen, with what this screen does with it. */
export function OneSent({ work, line, selected }: { work: OrderScreenState; line: Line; selected: boolean }) {
  const now = useNow()
  const allowed = { dispatch: may(useUser(), 'preparation') }
  return (
    <SentLine
      line={line}
      holds={work.lineHolds(line)}
      selected={selected}
      next={work.closed ? null : nextStep(line, work.request.type, allowed)}
      undo={work.closed ? null : undoStep(line, work.request.type, now)}
      taking={work.view.taking[line.id]}
      onSelect={
        work.closed || line.status === 'DISMISSED'
          ? undefined
          : () => work.show.select(selected ? null : line.id)
      }
      onNext={(status) => work.step(line, status)}
      onRepeat={() => work.repeat(line)}
      onDismiss={dismissable(line) ? () => work.open({ kind: 'dismiss', line }) : undefined}
    />
  )
}
