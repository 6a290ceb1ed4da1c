import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { amount, clock } from '../../ui/format'
import c from './Account.module.css'
import { SentLine } from './AccountLine'
import { type commandsOf, dismissable, nextStep, sumOf } from './account'
import type { OrderWork } from './useOrderWork'

interface Props {
  work: OrderWork
  group: ReturnType<typeof commandsOf>[number]
  selected: number | null
}

/** One command: what the kitchen got at once, and how far each dish is. */
export function SentLines({ work, group: { command, lines }, selected }: Props) {
  const { t } = useTranslation()
  const title = t('orders.command', { number: String(command.number).padStart(4, '0') })
  return (
    <section className={c.sent} aria-label={title}>
      <h2>
        <IconLock size={16} stroke={2} aria-hidden="true" />
        {title}
        <span className={c.time}>{clock(command.created_at)}</span>
        <b>{amount(sumOf(lines.filter((line) => line.status !== 'DISMISSED')))}</b>
      </h2>
      {lines.map((line) => (
        <SentLine
          key={line.id}
          line={line}
          selected={line.id === selected}
          next={nextStep(line, work.request.type)}
          onSelect={dismissable(line) ? () => work.select(line.id === selected ? null : line.id) : undefined}
          onNext={(status) => work.step(line, status)}
          onDismiss={() => work.open({ kind: 'dismiss', line })}
        />
      ))}
    </section>
  )
}
