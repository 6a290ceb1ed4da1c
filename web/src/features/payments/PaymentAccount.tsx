import { SegmentedControl } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account, PaymentInfo } from '../../api/model'
import { extrasOf, measuredName } from '../../data/orders/lineText'
import { placeOf } from '../../data/orders/place'
import { decimalText } from '../../i18n/region'
import { choseByArrow } from '../../ui/arrows'
import { amount, centimos, money, quantity } from '../../ui/format'
import { lazyPart } from '../../ui/lazyPart'
import { Stepper } from '../../ui/Stepper'
import { useTypedAmount } from '../../ui/useTypedAmount'
import { AdjustLinks } from '../orders/adjustments/AdjustLinks'
import { AccountSums } from './AccountSums'
import { mostShares, nextShare, type Split } from './due'
import c from './PaymentAccount.module.css'
import { PaymentsMade } from './PaymentsMade'
import { paidUnits } from './paidUnits'
import { ToSend } from './ToSend'

const PickLine = lazyPart(() => import('./PickLine').then((m) => m.PickLine))
const Persons = lazyPart(() => import('./Persons').then((m) => m.Persons))

interface Props {
  info: PaymentInfo
  split: Split
  onSplit: (split: Split) => void
}

/** Returns the first state of each way of splitting. */
export const startingSplits = (info: PaymentInfo): Record<Split['mode'], Split> => ({
  all: { mode: 'all' },
  lines: { mode: 'lines', units: {} },
  equal: { mode: 'equal', of: Math.min(Math.max(2, info.persons), mostShares(info)) },
  amount: { mode: 'amount', text: '' },
})

interface AccountProps extends Props {
  request: Account
  /** The payment made a moment ago: here it takes its room from the lines, so that no button moves. */
  strip: ReactNode
}

/** Chooses what is paid: all of it, some lines, an equal share or an amount; and lists the earlier payments. */
export function PaymentAccount({ request, strip, ...props }: AccountProps) {
  const { info, split, onSplit } = props
  const { t } = useTranslation()
  const start = startingSplits(info)
  return (
    <section className={c.account} data-split={split.mode} aria-label={t('payments.account')}>
      <SegmentedControl
        fullWidth
        withItemsBorders={false}
        aria-label={t('payments.split')}
        classNames={{ root: c.modes, label: c.mode }}
        value={split.mode}
        onChange={(mode) => onSplit(start[mode as Split['mode']])}
        data={[
          { value: 'all', label: t('payments.all') },
          // After a payment of an amount or a share the lines can no longer be told apart.
          { value: 'lines', label: t('payments.lines'), disabled: info.mode === 'AMOUNT' },
          { value: 'equal', label: t('payments.parts') },
          { value: 'amount', label: t('payments.amount') },
        ]}
      />
      <Ask {...props} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className={c.lines} tabIndex={0} aria-label={t('payments.linesOf')}>
        <Suspense>
          <Lines info={info} split={split} onSplit={onSplit} />
        </Suspense>
      </section>
      {strip ? <div className={c.strip}>{strip}</div> : null}
      <PaymentsMade info={info} />
      <AdjustLinks request={request} place={placeOf(request, t).line} />
      <ToSend info={info} split={split} />
      <AccountSums info={info} split={split} />
    </section>
  )
}

/** Asks for the amount that somebody pays; it gets the focus at once, unless an arrow is on its way past it. */
function AmountField({ text, most, onText }: { text: string; most: number; onText: (text: string) => void }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!choseByArrow()) field.current?.focus()
  }, [])
  const { shown, bad, type } = useTypedAmount(text, onText)
  const isTooMuch = centimos(text) > most
  return (
    <label className={c.amountField} data-takes-keys>
      <span>
        {t('payments.amountToPay')}
        {bad ? <small role="alert">{t('common.badAmount')}</small> : null}
        {isTooMuch ? <small role="alert">{t('payments.onlyDue', { amount: money(most) })}</small> : null}
      </span>
      <input
        ref={field}
        inputMode="decimal"
        value={shown}
        aria-invalid={bad || isTooMuch || undefined}
        placeholder={decimalText('0.00')}
        onChange={(event) => type(event.target.value)}
      />
    </label>
  )
}

/** Asks for the values that the way of splitting needs; on a phone it stands right below the ways. */
function Ask({ info, split, onSplit }: Props) {
  const { t } = useTranslation()
  return (
    <div className={c.ask}>
      {split.mode === 'lines' ? <p className={c.hint}>{t('payments.tapLines')}</p> : null}
      {split.mode === 'equal' ? (
        <div className={c.parts}>
          <span>
            {t('payments.howManyParts')}
            <small>{t('payments.partOf', { number: nextShare(info, split.of), of: split.of })}</small>
          </span>
          <Stepper
            label={t('payments.howManyParts')}
            value={split.of}
            min={2}
            max={mostShares(info)}
            onChange={(of) => onSplit({ mode: 'equal', of })}
          />
        </div>
      ) : null}
      {split.mode === 'equal' ? (
        <Suspense>
          <Persons info={info} of={split.of} />
        </Suspense>
      ) : null}
      {split.mode === 'amount' ? (
        <AmountField
          text={split.text}
          most={centimos(info.total)}
          onText={(text) => onSplit({ mode: 'amount', text })}
        />
      ) : null}
    </div>
  )
}

function Lines({ info, split, onSplit }: Props) {
  const { t } = useTranslation()
  const unpaid = info.lines.filter((line) => Number(line.due_qty) > 0)
  const paid = info.lines.filter((line) => Number(line.due_qty) === 0)
  return (
    <>
      {unpaid.map((line) =>
        split.mode === 'lines' ? (
          <PickLine
            key={line.id}
            line={line}
            units={split.units[line.id] ?? 0}
            onUnits={(units) => onSplit({ mode: 'lines', units: { ...split.units, [line.id]: units } })}
          />
        ) : (
          <div key={line.id} className={c.line}>
            <span className={c.qty}>{quantity(line.qty_original)}</span>
            <span className={c.text}>
              <b>{line.name}</b>
              <span>{[extrasOf(line), paidUnits(line, t)].filter(Boolean).join(' · ')}</span>
            </span>
            <b className={c.amount}>{amount(centimos(line.total))}</b>
          </div>
        ),
      )}
      {paid.map((line) => (
        <div key={line.id} className={c.line} data-paid>
          <IconCheck size={20} stroke={2.4} aria-hidden="true" />
          <span className={c.text}>
            <b>
              {quantity(line.qty_original)} {measuredName(line)}
            </b>
            <span>{t('payments.paidLine')}</span>
          </span>
          {/* While lines are chosen, sums do not include what was paid, so the amount is hidden. */}
          {split.mode === 'lines' ? null : <b className={c.amount}>{amount(centimos(line.total))}</b>}
        </div>
      ))}
    </>
  )
}
