import { IconArrowRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
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
import { NumericPad, typeKey } from '../../ui/NumericPad'
import { PinDialog } from '../../ui/PinDialog'
import { useShortcuts } from '../../ui/shortcuts'
import { CloseDialog } from './CloseDialog'
import { CountRail } from './CountRail'
import { CountRow, MethodKey } from './CountRow'
import c from './CountStep.module.css'
import { dropCount, useCountDraft } from './countDraft'
import { UncountedDialog } from './UncountedDialog'

interface Props {
  detail: CycleDetail
  /** The reason for counting again, which somebody allowed; null at the first count. */
  recount: string | null
  onCounted: () => void
}

/** Nobody has ten thousand notes of a kind. */
const mostDigits = 4

/** Counts blind: notes and coins look as they do, one pad serves all, and "Siguiente" walks through them. */
export function CountStep({ detail, recount, onCounted }: Props) {
  const { t } = useTranslation()
  const { denominations } = detail
  const methods = detail.methods.filter((method) => !method.is_cash).map((method) => method.name)
  const slots: Slot[] = [
    ...denominations.map((value): Slot => ({ kind: 'denomination', value })),
    ...methods.map((name): Slot => ({ kind: 'method', name })),
  ]
  const cycleId = detail.cycle.id
  const user = useUser()
  const [counts, keep] = useCountDraft(cycleId, detail.counts.length)
  const [active, setActive] = useState(0)
  // The first digit after choosing a row replaces what stands there.
  const [fresh, setFresh] = useState(true)
  const [asking, setAsking] = useState<'noCash' | 'uncounted' | 'close' | 'pin' | null>(null)
  const slot = slots[active] ?? slots[0]
  const rows = useRef<HTMLElement>(null)
  // The current row stays in sight, also when the phone is turned, and the focus follows it, if it is on a row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn as the current row follows `active`
  useEffect(() => {
    const row = rows.current?.querySelector<HTMLElement>('[aria-current=true]')
    if (document.activeElement?.matches('[aria-current]')) row?.focus()
    const show = () => row?.scrollIntoView({ block: 'nearest' })
    show()
    window.addEventListener('resize', show)
    return () => window.removeEventListener('resize', show)
  }, [active])
  const drop = () => dropCount(user.id, cycleId)
  const close = useCloseCycle(cycleId, drop)

  const activate = (index: number) => {
    setActive(index)
    setFresh(true)
  }
  const set = (value: string) => {
    if (slot) keep({ [slotKey(slot)]: value })
  }
  const press = (key: string) => {
    if (!slot) return
    const before = fresh && key !== 'Backspace' ? '' : (counts[slotKey(slot)] ?? '')
    set((slot.kind === 'denomination' ? typeKey(before, key, 0, mostDigits) : typeKey(before, key)) || '0')
    setFresh(false)
  }
  const next = () => {
    // Walking past a row counts it as zero.
    if (slot && counts[slotKey(slot)] === undefined) set('0')
    activate((active + 1) % slots.length)
  }
  const missing = uncounted(slots, counts)
  const send = (allowed?: { pin: string; approver_id: number | null }) =>
    close.mutate(
      {
        status: 'CLOSED',
        ...countBody(denominations, methods, counts),
        ...(recount === null ? {} : { recount: true, reason: recount, ...allowed }),
      },
      {
        onSettled: (_closed, error) => {
          if (allowed && error && isPinTrouble(error)) return
          setAsking(null)
          // It may never have arrived: the count is sent again.
          if (isApiError(error) && error.unsure) return
          drop()
          onCounted()
        },
      },
    )
  const counted = () => setAsking(recount === null ? 'close' : 'pin')
  const noCash = denominations.every((each) => counts[`d:${each}`] === undefined)
  // An empty drawer is not confirmed together with the rest: one tap would make all cash zero.
  const passedOver = noCash ? missing.filter((each) => each.kind === 'method') : missing
  const askRest = () => (passedOver.length > 0 ? setAsking('uncounted') : counted())
  const finish = () => (noCash ? setAsking('noCash') : askRest())
  const down = () => activate((active + 1) % slots.length)
  const up = () => activate((active + slots.length - 1) % slots.length)
  const erase = () => press('Backspace')
  useShortcuts({
    F8: finish,
    Enter: next,
    ArrowDown: down,
    ArrowUp: up,
    Backspace: erase,
    ...Object.fromEntries([...'0123456789.'].map((key) => [key, () => press(key)])),
  })

  return (
    <main className={c.body}>
      <section ref={rows} className={c.count} aria-label={t('cash.count')}>
        <div className={c.columns}>
          {[true, false].map((notes) => {
            const own = denominations.filter((each) => isNote(each) === notes)
            return (
              <div key={String(notes)}>
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
                    onPick={() => activate(denominations.indexOf(each))}
                  />
                ))}
              </div>
            )
          })}
        </div>
        {methods.length > 0 ? (
          <div>
            <div className={c.heading}>
              <h2>{t('cash.otherMethods')}</h2>
              <span>{t('cash.otherMethodsText')}</span>
            </div>
            <div className={c.methods}>
              {methods.map((name, index) => (
                <MethodKey
                  key={name}
                  name={name}
                  counted={counts[`m:${name}`]}
                  active={denominations.length + index === active}
                  onPick={() => activate(denominations.length + index)}
                />
              ))}
            </div>
          </div>
        ) : null}
      </section>
      <section className={c.keys} aria-label={t('common.numericPad')}>
        {slot ? <Now slot={slot} counts={counts} /> : null}
        <div className={c.pad}>
          <NumericPad onKey={press} whole={slot?.kind === 'denomination'} />
        </div>
        <button type="button" className={c.next} onClick={next}>
          {t('cash.next', { name: shortName(slots[(active + 1) % slots.length]) })}
          <IconArrowRight size={20} stroke={2} aria-hidden="true" />
        </button>
      </section>
      <CountRail
        denominations={denominations}
        methods={methods}
        counts={counts}
        busy={close.isPending}
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
        <CloseDialog busy={close.isPending} onGoOn={() => setAsking(null)} onFinish={() => send()} />
      ) : null}
      {asking === 'pin' ? (
        <PinDialog
          title={t('cash.recountPin')}
          action="close_with_difference"
          error={close.error}
          busy={close.isPending}
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
