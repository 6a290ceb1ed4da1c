import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '../../api/errors'
import type { CycleDetail } from '../../api/model'
import {
  type Counts,
  countBody,
  isNote,
  methodTotal,
  plainValue,
  type Slot,
  slotKey,
  subtotal,
  uncounted,
} from '../../data/cash/count'
import { isPinTrouble, useCloseCycle } from '../../data/cash/queries'
import { decimalText } from '../../i18n/region'
import { house } from '../../session/house'
import { fullName, useUser } from '../../session/session'
import { amount } from '../../ui/format'
import { NumericPad } from '../../ui/NumericPad'
import { PinDialog } from '../../ui/PinDialog'
import { useShortcuts } from '../../ui/shortcuts'
import { CloseDialog } from './CloseDialog'
import { CountRail } from './CountRail'
import { CountRow, MethodKey } from './CountRow'
import c from './CountStep.module.css'
import { dropCount, useCountDraft } from './countDraft'
import { UncountedDialog } from './UncountedDialog'
import { useCounting, useCurrentInSight } from './useCounting'

interface Props {
  detail: CycleDetail
  /** The reason for counting again, which somebody allowed; null at the first count. */
  recount: string | null
  onCounted: () => void
}

const methodsOf = (detail: CycleDetail) =>
  detail.methods.filter((method) => !method.is_cash).map((method) => method.name)

/** Counts blind: notes and coins look as they do, one pad serves all, and "Siguiente" walks through them. */
export function CountStep({ detail, recount, onCounted }: Props) {
  const { t } = useTranslation()
  const { denominations } = detail
  const methods = methodsOf(detail)
  const slots: Slot[] = [
    ...denominations.map((value): Slot => ({ kind: 'denomination', value })),
    ...methods.map((name): Slot => ({ kind: 'method', name })),
  ]
  const user = useUser()
  const [counts, keep] = useCountDraft(detail.cycle.id, detail.counts.length)
  const { active, slot, nextSlot, activate, press, next, down, up } = useCounting(slots, counts, keep)
  const [asking, setAsking] = useState<'noCash' | 'uncounted' | 'close' | 'pin' | null>(null)
  const rows = useCurrentInSight(active)
  const { send, error, busy } = useSendCount(detail, recount, counts, {
    onSettled: () => setAsking(null),
    onCounted,
  })
  const missing = uncounted(slots, counts)
  const counted = () => setAsking(recount === null ? 'close' : 'pin')
  const noCash = denominations.every((each) => counts[`d:${each}`] === undefined)
  // An empty drawer is not confirmed together with the rest: one tap would make all cash zero.
  const passedOver = noCash ? missing.filter((each) => each.kind === 'method') : missing
  const askRest = () => (passedOver.length > 0 ? setAsking('uncounted') : counted())
  const finish = () => (noCash ? setAsking('noCash') : askRest())
  useShortcuts({
    F8: finish,
    Enter: next,
    ArrowDown: down,
    ArrowUp: up,
    Backspace: () => press('Backspace'),
    ...Object.fromEntries([...'0123456789.'].map((key) => [key, () => press(key)])),
  })

  return (
    <main className={c.body}>
      <section ref={rows} className={c.count} aria-label={t('cash.count')}>
        <div className={c.columns}>
          {[true, false].map((notes) => (
            <Denominations
              key={String(notes)}
              notes={notes}
              denominations={denominations}
              counts={counts}
              active={active}
              onPick={activate}
            />
          ))}
        </div>
        {methods.length > 0 ? (
          <OtherMethods
            names={methods}
            counts={counts}
            active={active - denominations.length}
            onPick={(index) => activate(denominations.length + index)}
          />
        ) : null}
      </section>
      <section className={c.keys} aria-label={t('common.numericPad')}>
        {slot ? <Now slot={slot} counts={counts} /> : null}
        <div className={c.pad}>
          <NumericPad onKey={press} whole={slot?.kind === 'denomination'} />
        </div>
        <button type="button" className={c.next} onClick={next}>
          {t('cash.next', { name: shortName(nextSlot) })}
          <IconArrowRight size={20} stroke={2} aria-hidden="true" />
        </button>
      </section>
      <CountRail
        denominations={denominations}
        methods={methods}
        counts={counts}
        busy={busy}
        onFinish={finish}
      />
      {asking === 'noCash' || asking === 'uncounted' ? (
        <UncountedDialog
          key={asking}
          names={passedOver.map((each) => shortName(each))}
          noCash={asking === 'noCash'}
          onGoOn={() => {
            setAsking(null)
            activate(slots.indexOf((asking === 'noCash' ? missing : passedOver)[0] as Slot))
          }}
          onFinish={asking === 'noCash' ? askRest : counted}
        />
      ) : null}
      {asking === 'close' ? (
        <CloseDialog busy={busy} onGoOn={() => setAsking(null)} onFinish={() => send()} />
      ) : null}
      {asking === 'pin' ? (
        <PinDialog
          title={t('cash.recountPin')}
          action="close_with_difference"
          error={error}
          busy={busy}
          onClose={() => setAsking(null)}
          onSubmit={(pin, approver_id) => send({ pin, approver_id })}
        >
          <b>{fullName(user)}</b> {t('cash.recountPinAsks')}
          <br />
          <b>{detail.cycle.cashbox_name}</b> · {recount}
        </PinDialog>
      ) : null}
    </main>
  )
}

interface SendEvents {
  onSettled: () => void
  onCounted: () => void
}

/** Sends the count, with a PIN where it is counted again. */
function useSendCount(
  detail: CycleDetail,
  recount: string | null,
  counts: Counts,
  { onSettled, onCounted }: SendEvents,
) {
  const cycleId = detail.cycle.id
  const user = useUser()
  const drop = () => dropCount(user.id, cycleId)
  const close = useCloseCycle(cycleId, drop)
  const send = (allowed?: { pin: string; approver_id: number | null }) =>
    close.mutate(
      {
        status: 'CLOSED',
        ...countBody(detail.denominations, methodsOf(detail), counts),
        ...(recount === null ? {} : { recount: true, reason: recount, ...allowed }),
      },
      {
        onSettled: (_closed, error) => {
          if (allowed && error && isPinTrouble(error)) return
          onSettled()
          // It may never have arrived: the count is sent again.
          if (isApiError(error) && error.unsure) return
          drop()
          onCounted()
        },
      },
    )
  return { send, error: close.error, busy: close.isPending }
}

interface DenominationsProps {
  /** True shows the notes, false the coins. */
  notes: boolean
  denominations: string[]
  counts: Counts
  /** The place of the current slot, among the denominations first. */
  active: number
  onPick: (index: number) => void
}

function Denominations({ notes, denominations, counts, active, onPick }: DenominationsProps) {
  const { t } = useTranslation()
  const own = denominations.filter((each) => isNote(each) === notes)
  return (
    <div>
      <div className={c.heading}>
        <h2>{notes ? t('cash.notes') : t('cash.coins')}</h2>
        <b>{amount(own.reduce((sum, each) => sum + subtotal(each, counts), 0))}</b>
      </div>
      {own.map((each) => (
        <CountRow
          key={each}
          denomination={each}
          count={counts[`d:${each}`]}
          active={denominations.indexOf(each) === active}
          onPick={() => onPick(denominations.indexOf(each))}
        />
      ))}
    </div>
  )
}

interface MethodsProps {
  names: string[]
  counts: Counts
  /** The place of the current method; another number when none of them is current. */
  active: number
  onPick: (index: number) => void
}

function OtherMethods({ names, counts, active, onPick }: MethodsProps) {
  const { t } = useTranslation()
  return (
    <div>
      <div className={c.heading}>
        <h2>{t('cash.otherMethods')}</h2>
        <span>{t('cash.otherMethodsText')}</span>
      </div>
      <div className={c.methods}>
        {names.map((name, index) => (
          <MethodKey
            key={name}
            name={name}
            counted={counts[`m:${name}`]}
            active={index === active}
            onPick={() => onPick(index)}
          />
        ))}
      </div>
    </div>
  )
}

/** Shows the slot and the number being typed, in words and large. */
function Now({ slot, counts }: { slot: Slot; counts: Counts }) {
  const { t } = useTranslation()
  const total = slot.kind === 'denomination' ? subtotal(slot.value, counts) : methodTotal(slot.name, counts)
  const name =
    slot.kind === 'method'
      ? slot.name
      : t(isNote(slot.value) ? 'cash.notesOf' : 'cash.coinsOf', {
          value: `${house().currency_symbol} ${plainValue(slot.value)}`,
        })
  return (
    <div className={c.now} aria-live="polite">
      <span>{name}</span>
      <b>
        {decimalText(counts[slotKey(slot)] ?? '0')}
        <i>= {amount(total)}</i>
      </b>
    </div>
  )
}

const shortName = (slot: Slot | undefined) =>
  slot === undefined ? '' : slot.kind === 'denomination' ? plainValue(slot.value) : slot.name
