import { IconArrowsExchange, IconX } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentOption } from '../../api/model'
import { creditOf, isCredit } from '../../data/payments/credit'
import { house } from '../../session/house'
import { amount, centimos, money } from '../../ui/format'
import { Key } from '../../ui/Key'
import { Loading } from '../../ui/LoadState'
import { lazyPart } from '../../ui/lazyPart'
import { NumericPad } from '../../ui/NumericPad'
import { methodIcon } from '../../ui/paymentIcons'
import { type Balance, cashOf, isDoubtfulChange } from './due'
import { typeIntoFocused } from './keypadFocus'
import { letters } from './letters'
import type { Paying, PayingStep } from './paying'
import c from './TenderPanel.module.css'

const InstalmentsPanel = lazyPart(() =>
  import('../../widgets/credit/InstalmentsPanel').then((m) => m.InstalmentsPanel),
)

interface Props {
  due: number
  /** The text over the amount: `Por cobrar`, `Parte 2 de 3`. */
  title: string
  /** The text below it: the sum of earlier payments, and of how much; null when there were none. */
  before: string | null
  /** The payment made a moment ago, where it does not stand beside. */
  strip: ReactNode
  options: PaymentOption[]
  quickAmounts: string[]
  now: Pick<Paying, 'tenders' | 'active' | 'field' | 'terms'>
  balance: Balance
  onStep: (step: PayingStep) => void
}

/** Asks how it is paid: the due amount in large, methods, digits, quick amounts, and the change. */
export function TenderPanel(props: Props) {
  const { t } = useTranslation()
  const { due, options, balance, onStep } = props
  const { tenders, active, field } = props.now
  const current = tenders[active]
  const cash = current?.option.is_cash ?? true
  const [typing, setTyping] = useState(false)
  return (
    <section className={c.pay} aria-label={t('payments.payment')} data-takes-keys>
      {props.strip}
      <div className={c.due}>
        <span>{props.title}</span>
        <strong style={letters(money(due))}>
          <small>{house().currency_symbol}</small>
          {amount(due)}
        </strong>
        {props.before ? (
          <button type="button" className={c.before} onClick={showMade}>
            {props.before}
          </button>
        ) : null}
      </div>
      <div className={c.methods} role="radiogroup" aria-label={t('payments.method')}>
        {options.map((option) => {
          const Glyph = methodIcon(option)
          return (
            // biome-ignore lint/a11y/useSemanticElements: big keys, not the small circle of a radio
            <button
              key={option.id}
              type="button"
              role="radio"
              aria-checked={current?.option.id === option.id}
              className={c.method}
              onClick={() => {
                if (isCredit(option)) setTyping(false)
                onStep({ type: 'method', option })
              }}
            >
              <Glyph size={26} stroke={1.8} aria-hidden="true" />
              {option.name}
            </button>
          )
        })}
      </div>
      {current && isCredit(current.option) && !typing ? (
        <Suspense fallback={<Loading label={t('payments.instalments')} rows={2} height={64} />}>
          <InstalmentsPanel
            owed={creditOf(tenders)}
            terms={props.now.terms}
            onChange={(terms) => onStep({ type: 'terms', terms })}
          />
        </Suspense>
      ) : (
        <Work {...props} byDigits={typing || !cash} />
      )}
      <div className={c.result}>
        <div className={c.entries}>
          {tenders.map((tender, index) => (
            <div
              key={tender.option.id}
              className={c.entry}
              data-active={(index === active && field === 'amount') || undefined}
            >
              <button
                type="button"
                className={c.entryMain}
                onClick={() => {
                  setTyping(index === active ? !typing : true)
                  onStep({ type: 'activate', index })
                }}
              >
                <span>
                  {tender.option.name}
                  {tender.notes.length > 1 ? <i>{tender.notes.map(Number).join(' + ')}</i> : null}
                </span>
                <b>{money(centimos(tender.text))}</b>
              </button>
              <button
                type="button"
                className={c.remove}
                aria-label={t('payments.removeTender', { name: tender.option.name })}
                onClick={() => onStep({ type: 'remove', index })}
              >
                <IconX size={20} aria-hidden="true" />
              </button>
            </div>
          ))}
        </div>
        <Change balance={balance} />
        {isDoubtfulChange(balance, due, props.quickAmounts) ? (
          <p className={c.doubt} role="status">
            {t('payments.muchChange', { change: money(balance.change), paid: money(cashOf(tenders)) })}
          </p>
        ) : null}
      </div>
    </section>
  )
}

/**
 * Holds digits, notes and the number of the operation. A tapped button takes no focus: Enter collects, whatever was tapped
 * before.
 */
function Work({ due, quickAmounts, now, balance, byDigits, onStep }: Props & { byDigits: boolean }) {
  const { t } = useTranslation()
  const { tenders, active, field } = now
  const current = tenders[active]
  const cash = current?.option.is_cash ?? true
  const exact = current && balance.paid > 0 && balance.paid === due
  // The focus ring goes with what is written.
  const write = (step: PayingStep) => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    onStep(step)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles nothing, it only leaves the focus where it is
    <div
      className={c.work}
      data-pad={byDigits}
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
    >
      <div className={c.pad}>
        <NumericPad
          onKey={(key) => {
            if (!typeIntoFocused(key)) onStep({ type: 'key', key })
          }}
        />
      </div>
      <div className={c.quick} data-other={!cash || undefined}>
        <button
          type="button"
          className={c.exact}
          aria-pressed={exact || undefined}
          onClick={() => write({ type: 'exact' })}
        >
          {t('payments.exact')}
          <Key>F2</Key>
        </button>
        {cash
          ? quickAmounts.map((text) => (
              <button key={text} type="button" onClick={() => write({ type: 'note', note: text })}>
                {Number(text)}
              </button>
            ))
          : null}
        {current?.option.asks_operation_number ? (
          <label className={c.operation}>
            <span>{t('payments.operation')}</span>
            <input
              inputMode="numeric"
              data-active={field === 'operation' || undefined}
              value={current.operation}
              onFocus={() => onStep({ type: 'field', field: 'operation' })}
              onChange={(event) => onStep({ type: 'operation', text: event.target.value })}
            />
            {field === 'operation' ? <small>{t('payments.padWritesHere')}</small> : null}
          </label>
        ) : null}
      </div>
    </div>
  )
}

/* On a phone the payments stand further down, and the line about them scrolls there. */
const showMade = () => document.getElementById('payments-made')?.scrollIntoView({ block: 'center' })

function Change({ balance }: { balance: Balance }) {
  const { t } = useTranslation()
  if (balance.excess) {
    return (
      <div className={c.change} data-kind="bad" role="alert">
        <span>{t('payments.excess')}</span>
      </div>
    )
  }
  if (balance.missing > 0 || balance.paid === 0) {
    return (
      <div className={c.change} data-kind="missing">
        <span>{t('payments.missing')}</span>
        <b style={letters(money(balance.missing))}>{money(balance.missing)}</b>
      </div>
    )
  }
  return (
    <div className={c.change} data-kind={balance.change === 0 ? 'none' : undefined} role="status">
      <span>
        <IconArrowsExchange size={18} stroke={2.2} aria-hidden="true" />
        {t('payments.change')}
      </span>
      <b style={letters(money(balance.change))}>{money(balance.change)}</b>
    </div>
  )
}
