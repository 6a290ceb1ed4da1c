import { Button } from '@mantine/core'
import { IconCheck, IconShieldLock, IconToolsKitchen2Off, IconTrash, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line, Request } from '../../api/model'
import { amount, centimos, decimal, money, quantity } from '../../ui/format'
import { Key } from '../../ui/Key'
import { PinDialog } from '../../ui/PinDialog'
import { StatePill } from '../../ui/StatePill'
import { Stepper } from '../../ui/Stepper'
import { useShortcuts } from '../../ui/shortcuts'
import { lineState } from '../../ui/states'
import { fullName, useUser } from '../people/session'
import { areaCounts, dismissable, extrasOf } from './account'
import { useDismiss } from './accountMutations'
import choices from './Choices.module.css'
import c from './DismissPanel.module.css'
import p from './WorkPanel.module.css'

const reasons = ['changed', 'mistake', 'late', 'missing', 'returned'] as const

/** Takes sent lines back: which, why, and whether they were made already. */
export function DismissPanel(props: {
  request: Request
  first: Line
  place: string
  /** Told what would be taken, so that the account can show it. */
  onTaking: (taking: Record<number, number>) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { request, first, onTaking, onClose } = props
  const user = useUser()
  const lines = request.lines.filter(dismissable)
  const [picked, setPicked] = useState<Record<number, number>>({ [first.id]: open(first) })
  const [reason, setReason] = useState('')
  // What is begun may or may not be on the plate: then nothing is presumed.
  const [made, setMade] = useState<boolean | null>(first.status === 'PENDING' ? false : null)
  const [asking, setAsking] = useState(false)
  const dismiss = useDismiss(request.id, onClose)

  useEffect(() => onTaking(picked), [picked, onTaking])

  const chosen = lines.filter((line) => (picked[line.id] ?? 0) > 0)
  const total = chosen.reduce((sum, line) => sum + unit(line) * (picked[line.id] ?? 0), 0)
  const areas = areaCounts(chosen)
  const ready = chosen.length > 0 && reason.trim() !== '' && made !== null
  const ask = () => {
    if (ready) setAsking(true)
  }
  useShortcuts({ Escape: onClose, Enter: ask })

  return (
    <section className={p.panel} aria-label={t('orders.dismiss.label')}>
      <header className={p.head}>
        <div className={p.title}>
          <h2>{t('orders.dismiss.title')}</h2>
          <p>{props.place}</p>
        </div>
        <button type="button" className={p.close} aria-label={t('orders.dismiss.close')} onClick={onClose}>
          <Key>Esc</Key>
          <IconX size={22} aria-hidden="true" />
        </button>
      </header>
      <div className={p.body}>
        <div className={choices.group}>
          <h3>{t('orders.dismiss.what')}</h3>
          {lines.map((line) => (
            <PickRow
              key={line.id}
              line={line}
              count={picked[line.id] ?? 0}
              onCount={(count) => setPicked({ ...picked, [line.id]: count })}
            />
          ))}
        </div>
        <div className={choices.group}>
          <h3>{t('orders.dismiss.why')}</h3>
          <div className={choices.chips}>
            {reasons.map((key) => {
              const text = t(`orders.dismiss.reason.${key}`)
              return (
                <button
                  key={key}
                  type="button"
                  data-reason
                  className={choices.chip}
                  aria-pressed={reason === text}
                  onClick={() => setReason(text)}
                >
                  {reason === text ? <IconCheck size={17} stroke={2.6} aria-hidden="true" /> : null}
                  {text}
                </button>
              )
            })}
            <input
              className={choices.note}
              aria-label={t('orders.dismiss.other')}
              placeholder={t('orders.dismiss.other')}
              value={reasons.some((key) => t(`orders.dismiss.reason.${key}`) === reason) ? '' : reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
        </div>
        <div className={choices.group}>
          <h3>{t('orders.dismiss.made')}</h3>
          <div className={c.made} role="radiogroup" aria-label={t('orders.dismiss.made')}>
            <MadeKey
              icon={IconToolsKitchen2Off}
              title={t('orders.dismiss.notMade')}
              text={t('orders.dismiss.notMadeText')}
              checked={made === false}
              onPick={() => setMade(false)}
            />
            <MadeKey
              icon={IconTrash}
              title={t('orders.dismiss.wasMade')}
              text={t('orders.dismiss.wasMadeText')}
              checked={made === true}
              onPick={() => setMade(true)}
            />
          </div>
        </div>
      </div>
      <footer className={p.foot} data-plain>
        <div className={p.sum}>
          <span>
            {t('orders.dismiss.becomes', {
              from: amount(centimos(request.totals.due)),
              to: amount(centimos(request.totals.due) - total),
            })}
          </span>
          {areas.length > 0 ? (
            <span>{t('orders.dismiss.printsAt', { area: areas.map((area) => area.name).join(', ') })}</span>
          ) : null}
        </div>
        <Button
          className={p.go}
          disabled={!ready}
          leftSection={<IconShieldLock size={22} stroke={1.9} aria-hidden="true" />}
          rightSection={<Key onAction>Enter</Key>}
          onClick={ask}
        >
          {t('orders.dismiss.go', { amount: money(total) })}
        </Button>
      </footer>
      {asking ? (
        <PinDialog
          title={t('orders.dismiss.pin')}
          action="dismiss_sent"
          error={dismiss.error}
          busy={dismiss.isPending}
          onClose={() => setAsking(false)}
          onSubmit={(pin, approver_id) =>
            dismiss.mutate({
              order_ids: chosen.map((line) => line.id),
              quantities: Object.fromEntries(chosen.map((line) => [line.id, String(picked[line.id])])),
              reason: reason.trim(),
              made: made === true,
              pin,
              approver_id,
            })
          }
        >
          <b>{fullName(user)}</b> {t('orders.dismiss.asks')}
          <br />
          <b>{chosen.map((line) => `${picked[line.id]} ${line.name}`).join(', ')}</b> · <b>{money(total)}</b>
          <br />
          {props.place} · {reason}
        </PinDialog>
      ) : null}
    </section>
  )
}

const open = (line: Line) => Number(line.qty) - Number(line.qty_paid)
const unit = (line: Line) => centimos(line.unit_total)

function PickRow({ line, count, onCount }: { line: Line; count: number; onCount: (count: number) => void }) {
  const { t } = useTranslation()
  const most = open(line)
  const state = lineState[line.status]
  const detail = [extrasOf(line), `${decimal(unit(line))} c/u`].filter(Boolean).join(' · ')
  return (
    <div className={c.pick} data-on={count > 0 || undefined}>
      <button type="button" aria-pressed={count > 0} onClick={() => onCount(count > 0 ? 0 : most)}>
        <span className={c.box}>
          {count > 0 ? <IconCheck size={19} stroke={3} aria-hidden="true" /> : null}
        </span>
        <span className={c.text}>
          <b>
            {quantity(line.qty)} {line.name}
          </b>
          <span>{detail}</span>
        </span>
        <StatePill tone={state.tone} icon={state.icon} label={t(`lineState.${line.status}`)} />
      </button>
      {count > 0 && most > 1 ? (
        <Stepper
          label={t('orders.dismiss.howMany', { name: line.name })}
          value={count}
          max={most}
          suffix={t('common.of', { count: most })}
          fill
          onChange={onCount}
        />
      ) : null}
    </div>
  )
}

interface MadeProps {
  icon: typeof IconTrash
  title: string
  text: string
  checked: boolean
  onPick: () => void
}

function MadeKey({ icon: Glyph, title, text, checked, onPick }: MadeProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a large key, not the small circle of a radio
    <button type="button" role="radio" aria-checked={checked} className={c.madeKey} onClick={onPick}>
      <Glyph size={28} stroke={1.8} aria-hidden="true" />
      <b>{title}</b>
      <span>{text}</span>
    </button>
  )
}
