import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../api/errors'
import type { Cycle } from '../../api/model'
import { useCashboxes, useCycles, useOpenCycle, useShifts } from '../../data/cash/queries'
import { useUser } from '../../session/session'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { Cross } from '../../ui/Cross'
import { ServerForm } from '../../ui/form/ServerForm'
import { centimos, decimal, money } from '../../ui/format'
import { Loading } from '../../ui/LoadState'
import { MoneyInput } from '../../ui/MoneyInput'
import { NumericPad, typeKey } from '../../ui/NumericPad'
import { TypedDialog } from '../../ui/TypedDialog'
import { usePhone } from '../../ui/viewport'
import c from './CashDialog.module.css'
import { turnNow } from './turnNow'

interface Props {
  onOpened: (cycle: Cycle) => void
  onClose: () => void
}

/** Asks for the cash box, the shift, and the amount that the cycle begins with. */
export function OpenCycleDialog({ onOpened, onClose }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const phone = usePhone()
  const { cashboxes, shifts, cashbox, setCashbox, turn, setTurn, chosenBox, chosenTurn, isReady } =
    useBoxAndShift()
  const [text, setText] = useState('')
  const open = useOpenCycle(onOpened)
  const [asking, setAsking] = useState(false)
  const start = centimos(text)
  // After the question the digits go to the amount, and Enter does not ask it again.
  const fields = useRef<HTMLDivElement>(null)
  const wasAsked = useRef(false)
  useEffect(() => {
    if (wasAsked.current && !asking) fields.current?.querySelector('input')?.focus()
    wasAsked.current = asking
  }, [asking])

  const openIt = () => {
    if (chosenBox === undefined || chosenTurn === undefined) return
    setAsking(false)
    open.mutate({
      cashbox_id: chosenBox,
      turn_id: chosenTurn,
      user_id: user.id,
      open_amount: decimal(start),
      status: 'OPEN',
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // An empty drawer is possible, but mostly somebody has only forgotten to type the amount.
    if (start === 0) setAsking(true)
    else openIt()
  }
  return (
    <TypedDialog
      label={t('cash.open')}
      onClose={onClose}
      holds={{ text, cashbox, turn }}
      shape={phone ? 'sheet' : 'center'}
    >
      <ServerForm className={c.form} data-pad={!phone || undefined} onSubmit={submit}>
        <header className={c.head}>
          <h2>{t('cash.open')}</h2>
          <Cross onClose={onClose} />
        </header>
        <div className={c.fields} ref={fields}>
          {isReady ? (
            <>
              <Keys
                label={t('cash.cashbox')}
                value={chosenBox}
                onChange={setCashbox}
                options={cashboxes.map((each) => ({
                  id: each.id,
                  name: each.name,
                  detail: each.open_cycle
                    ? t('cash.takenBy', { name: each.open_cycle.user_name })
                    : undefined,
                  disabled: !!each.open_cycle,
                }))}
              />
              <Keys label={t('cash.turn')} value={chosenTurn} onChange={setTurn} options={shifts} />
            </>
          ) : (
            <Loading label={t('cash.loading')} rows={2} />
          )}
          <MoneyInput
            label={t('cash.openAmount')}
            description={t('cash.openAmountText')}
            first
            value={text}
            onChange={setText}
            error={fieldErrors(open.error).open_amount}
          />
        </div>
        {phone ? null : <NumericPad onKey={(key) => setText(typeKey(text, key))} />}
        <Button
          type="submit"
          className={c.go}
          loading={open.isPending}
          disabled={chosenBox === undefined || chosenTurn === undefined}
        >
          {chosenTurn === undefined
            ? t('cash.chooseTurn')
            : start === 0
              ? t('cash.open')
              : t('cash.openWith', { amount: money(start) })}
        </Button>
      </ServerForm>
      {asking ? (
        <ConfirmDialog
          title={t('cash.openEmpty')}
          text={t('cash.openEmptyText')}
          action={t('cash.openWith', { amount: money(0) })}
          cancel={t('cash.writeAmount')}
          mostlyCancelled
          onConfirm={openIt}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </TypedDialog>
  )
}

/** Returns the active cash boxes and shifts, and which are chosen: by a person, else the user's own free box and the usual shift. */
function useBoxAndShift() {
  const user = useUser()
  const cashboxes = useCashboxes().data?.rows.filter((each) => each.status === 'ACTIVE')
  const shifts = useShifts().data?.rows.filter((each) => each.status === 'ACTIVE')
  const past = useCycles({ page: 1 })
  const [cashbox, setCashbox] = useState<number | null>(null)
  const [turn, setTurn] = useState<number | null>(null)
  const [opened] = useState(Date.now)
  const free = cashboxes?.filter((each) => !each.open_cycle)
  const usual = free?.find((each) => each.id === user.uuid_cashbox_selected) ?? free?.[0]
  return {
    cashboxes: cashboxes ?? [],
    shifts: shifts ?? [],
    /** What a person chose, if anything. */
    cashbox,
    setCashbox,
    turn,
    setTurn,
    chosenBox: cashbox ?? usual?.id,
    chosenTurn: turn ?? turnNow(shifts ?? [], past.data?.rows ?? [], opened),
    isReady: !!cashboxes && !!shifts && !past.isPending,
  }
}

interface KeysProps {
  label: string
  options: { id: number; name: string; detail?: string; disabled?: boolean }[]
  value: number | undefined
  onChange: (id: number) => void
}

function Keys({ label, options, value, onChange }: KeysProps) {
  return (
    <div>
      <h3 className={c.label}>{label}</h3>
      <div className={c.keys} role="radiogroup" aria-label={label}>
        {options.map((option) => (
          // biome-ignore lint/a11y/useSemanticElements: big keys, not the small circle of a radio
          <button
            key={option.id}
            type="button"
            role="radio"
            aria-checked={option.id === value}
            disabled={option.disabled}
            onClick={() => onChange(option.id)}
          >
            <b>{option.name}</b>
            {option.detail ? <span>{option.detail}</span> : null}
            {option.id === value ? <IconCheck size={16} stroke={2.8} aria-hidden="true" /> : null}
          </button>
        ))}
      </div>
    </div>
  )
}
