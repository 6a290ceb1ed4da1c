import { Button, NativeSelect, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../api/errors'
import type { CashMovement } from '../../api/model'
import { useAddMovement, useMotives } from '../../data/cash/queries'
import { Cross } from '../../ui/Cross'
import { ServerForm } from '../../ui/form/ServerForm'
import { centimos, decimal, lastTimeAt, money } from '../../ui/format'
import { MoneyInput } from '../../ui/MoneyInput'
import { TypedDialog } from '../../ui/TypedDialog'
import { usePhone } from '../../ui/viewport'
import c from '../../widgets/cash/CashDialog.module.css'

interface Props {
  cycleId: number
  /** The open cash boxes to choose from, when there are several; `cycleId` is the first choice. */
  cycles?: readonly { id: number; name: string }[]
  onClose: () => void
}

/** Records money that comes into the drawer or leaves it without a sale. */
export function MovementDialog({ cycleId, cycles = [], onClose }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [type, setType] = useState<CashMovement['movement_type']>('ENTRY')
  const [text, setText] = useState('')
  const [motive, setMotive] = useState('')
  const [person, setPerson] = useState('')
  const [time, setTime] = useState('')
  const [counts, setCounts] = useState(true)
  const [sent, setSent] = useState(false)
  const [cycle, setCycle] = useState(cycleId)
  const add = useAddMovement(onClose)
  const errors = fieldErrors(add.error)
  const at = time === '' ? undefined : lastTimeAt(time, Date.now())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (at === null) return
    add.mutate({
      movement_type: type,
      amount: decimal(centimos(text)),
      receipt_by: person.trim(),
      motive: motive.trim(),
      cash_box_cycle_id: cycle,
      movement_date: at,
      status: counts ? 'APPROVED' : 'REJECTED',
    })
  }
  return (
    <TypedDialog
      label={t('cash.addMovement')}
      onClose={onClose}
      holds={{ type, text, motive, person, time, counts, cycle }}
      shape={phone ? 'sheet' : 'center'}
    >
      <ServerForm className={c.form} onSubmit={submit}>
        <header className={c.head}>
          <h2>{t('cash.addMovement')}</h2>
          <Cross onClose={onClose} />
        </header>
        <KindChoice type={type} onChange={setType} />
        {cycles.length > 1 ? (
          <NativeSelect
            label={t('cash.cashbox')}
            value={cycle}
            onChange={(event) => setCycle(Number(event.currentTarget.value))}
            data={cycles.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        ) : null}
        <MoneyInput label={t('cash.amount')} value={text} onChange={setText} error={errors.amount} first />
        <MotiveField type={type} value={motive} error={errors.motive} onChange={setMotive} />
        <TextInput
          label={type === 'ENTRY' ? t('cash.givenBy') : t('cash.receivedBy')}
          value={person}
          error={errors.receipt_by}
          maxLength={300}
          onChange={(event) => setPerson(event.currentTarget.value)}
        />
        <TimeField
          value={time}
          // The server's message names the date, but this field asks only for the hour.
          isOut={!!errors.movement_date}
          isBad={at === null && (sent || time.length > 3)}
          onChange={setTime}
        />
        <Switch
          size="md"
          label={t('cash.movementCounts')}
          description={t('cash.movementCountsText')}
          checked={counts}
          onChange={(event) => setCounts(event.currentTarget.checked)}
        />
        <Button type="submit" className={c.go} loading={add.isPending}>
          {t(type === 'ENTRY' ? 'cash.addEntry' : 'cash.addExpense', { amount: money(centimos(text)) })}
        </Button>
      </ServerForm>
    </TypedDialog>
  )
}

interface KindProps {
  type: CashMovement['movement_type']
  onChange: (type: CashMovement['movement_type']) => void
}

function KindChoice({ type, onChange }: KindProps) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="lg"
      aria-label={t('cash.movementType')}
      value={type}
      onChange={(chosen) => onChange(chosen as CashMovement['movement_type'])}
      data={[
        { value: 'ENTRY', label: t('cash.entry') },
        { value: 'EXPENSE', label: t('cash.expense') },
      ]}
    />
  )
}

interface MotiveProps {
  type: CashMovement['movement_type']
  value: string
  error: string | undefined
  onChange: (motive: string) => void
}

/** Asks what the money is for, and offers the motives of earlier movements. */
function MotiveField({ type, value, error, onChange }: MotiveProps) {
  const { t } = useTranslation()
  const motives = useMotives(type)
  const remembered = useId()
  return (
    <>
      <TextInput
        label={t('cash.motive')}
        placeholder={type === 'ENTRY' ? t('cash.motiveEntry') : t('cash.motiveExpense')}
        value={value}
        error={error}
        maxLength={300}
        list={remembered}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={remembered}>
        {motives.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  )
}

interface TimeProps {
  value: string
  /** True when the server refused the time: it lies outside the cycle. */
  isOut: boolean
  /** True when the text is no time. */
  isBad: boolean
  onChange: (time: string) => void
}

/** Asks for the time of day; nothing means now. */
function TimeField({ value, isOut, isBad, onChange }: TimeProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('cash.movementTime')}
      placeholder={t('cash.movementNow')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      value={value}
      error={isOut ? t('cash.movementTimeOut') : isBad ? t('cash.movementTimeBad') : null}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
