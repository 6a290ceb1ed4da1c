import { Button } from '@mantine/core'
import { IconCash, IconLock, IconReceipt2, IconSend2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line, Request } from '../../api/model'
import { amount, centimos, clock, money } from '../../ui/format'
import { Key } from '../../ui/Key'
import c from './Account.module.css'
import { LineRow, SentLine, UnsentLine } from './AccountLine'
import { areasOf, commandsOf, dismissable, nextStep, piecesOf, type ShownLine, sumOf } from './account'

export interface AccountProps {
  request: Request
  unsent: ShownLine[]
  selected: number | null
  /** The line being built in the choices panel; no part of the totals yet. */
  building: ShownLine | null
  hasOptions: (line: Line) => boolean
  /** While a work panel is open, sending waits: one violet action on the screen. */
  working: boolean
  sending: boolean
  printing: boolean
  mayCollect: boolean
  header: ReactNode
  onSelect: (lineId: number | null) => void
  onQty: (lineId: number, qty: number) => void
  onComment: (lineId: number, comment: string) => void
  onOptions: (line: Line) => void
  onDismiss: (line: Line) => void
  onStep: (line: Line, status: Line['status']) => void
  onSend: () => void
  onPreBill: () => void
  onCollect: () => void
}

export function Account(props: AccountProps) {
  const { t } = useTranslation()
  const { request, unsent, selected } = props
  const commands = commandsOf(request)
  const empty = unsent.length === 0 && commands.length === 0 && !props.building
  return (
    <div className={c.account}>
      <div className={c.header}>{props.header}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className={c.lines} tabIndex={0} aria-label={t('orders.lines')}>
        {empty ? <p className={c.empty}>{t('orders.empty')}</p> : null}
        {unsent.length > 0 || props.building ? (
          <section className={c.unsent} aria-label={t('orders.unsent')}>
            <h2>
              <IconSend2 size={15} stroke={2.3} aria-hidden="true" />
              {t('orders.unsent')}
              <span className={c.count}>{piecesOf(unsent)}</span>
              <b>{amount(sumOf(unsent))}</b>
            </h2>
            {props.building ? (
              <div className={c.building}>
                <LineRow line={props.building} side={<em>{t('orders.choosing')}</em>} />
              </div>
            ) : null}
            {unsent.map((line) => (
              <UnsentLine
                key={line.id}
                line={line}
                selected={!props.working && line.id === selected}
                onSelect={() => props.onSelect(line.id === selected ? null : line.id)}
                onQty={(qty) => props.onQty(line.id, qty)}
                onComment={(comment) => props.onComment(line.id, comment)}
                onOptions={props.hasOptions(line) ? () => props.onOptions(line) : undefined}
              />
            ))}
          </section>
        ) : null}
        {commands.map(({ command, lines }) => (
          <section
            key={command.id}
            className={c.sent}
            aria-label={t('orders.command', { number: pad(command.number) })}
          >
            <h2>
              <IconLock size={16} stroke={2} aria-hidden="true" />
              {t('orders.command', { number: pad(command.number) })}
              <span className={c.time}>{clock(command.created_at)}</span>
              <b>{amount(sumOf(lines.filter((line) => line.status !== 'DISMISSED')))}</b>
            </h2>
            {lines.map((line) => (
              <SentLine
                key={line.id}
                line={line}
                selected={!props.working && line.id === selected}
                next={nextStep(line, request.type)}
                onSelect={
                  dismissable(line) ? () => props.onSelect(line.id === selected ? null : line.id) : undefined
                }
                onNext={(status) => props.onStep(line, status)}
                onDismiss={() => props.onDismiss(line)}
              />
            ))}
          </section>
        ))}
      </section>
      <Foot {...props} />
    </div>
  )
}

function Foot(props: AccountProps) {
  const { t } = useTranslation()
  const { request, unsent } = props
  const { totals } = request
  const pending = sumOf(unsent.filter((line) => line.pending)) - pendingKnown(request, unsent)
  const areas = areasOf(unsent)
  const paid = centimos(totals.paid)
  return (
    <footer className={c.foot}>
      {[...totals.discounts, ...totals.charges].map((adjustment) => (
        <div key={adjustment.id} className={c.adjustment}>
          <span>{adjustment.description}</span>
          <span>{amount(centimos(adjustment.amount))}</span>
        </div>
      ))}
      {paid > 0 ? (
        <div className={c.adjustment}>
          <span>{t('orders.paid')}</span>
          <span>{amount(-paid)}</span>
        </div>
      ) : null}
      <div className={c.total}>
        <span>{paid > 0 ? t('orders.due') : t('orders.total')}</span>
        <b>{money((paid > 0 ? centimos(totals.due) : centimos(totals.total)) + pending)}</b>
      </div>
      <div className={c.actions} data-single={!props.mayCollect || undefined}>
        <Button
          variant="default"
          className={c.secondary}
          loading={props.printing}
          disabled={props.working || request.lines.length === 0}
          leftSection={<IconReceipt2 size={20} stroke={1.8} aria-hidden="true" />}
          rightSection={<Key>F4</Key>}
          onClick={props.onPreBill}
        >
          {t('orders.preBill')}
        </Button>
        {props.mayCollect ? (
          <Button
            variant="default"
            className={c.secondary}
            disabled={props.working || request.lines.length === 0}
            leftSection={<IconCash size={20} stroke={1.8} aria-hidden="true" />}
            rightSection={<Key>F8</Key>}
            onClick={props.onCollect}
          >
            {t('orders.collect')}
          </Button>
        ) : null}
      </div>
      <Button
        fullWidth
        className={c.send}
        loading={props.sending}
        disabled={props.working || unsent.length === 0}
        leftSection={<IconSend2 size={22} stroke={2} aria-hidden="true" />}
        rightSection={<Key onAction>F2</Key>}
        onClick={props.onSend}
      >
        {unsent.length === 0
          ? t('orders.nothingToSend')
          : areas
            ? t('orders.send', { areas })
            : t('orders.sendPlain')}
      </Button>
    </footer>
  )
}

/* Lines that a draft was added to are in the server's total with their old amount. */
function pendingKnown(request: Request, unsent: ShownLine[]): number {
  const shown = new Set(unsent.filter((line) => line.pending && line.id > 0).map((line) => line.id))
  return sumOf(request.lines.filter((line) => shown.has(line.id)))
}

const pad = (number: number) => String(number).padStart(4, '0')
