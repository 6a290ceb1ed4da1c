import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCash,
  IconCheck,
  IconPackageImport,
  IconShieldLock,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, isApiError } from '../../api/errors'
import type { NewRefund, RefundQuote } from '../../api/model'
import { Dialog } from '../../ui/Dialog'
import { centimos, decimal, money, quantity } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Failed, Loading } from '../../ui/LoadState'
import { PinDialog } from '../../ui/PinDialog'
import { Stepper } from '../../ui/Stepper'
import { showToast } from '../../ui/toasts'
import { usePhone } from '../../ui/viewport'
import choices from '../orders/Choices.module.css'
import { usePaymentsConfig } from '../payments/queries'
import { fullName, useUser } from '../people/session'
import { type RefundBody, useRefund, useRefundQuote } from './queries'
import c from './RefundDialog.module.css'

interface Props {
  paymentId: number
  requestId: number
  document: string
  onClose: () => void
  /** The account is open again. */
  onReopened?: () => void
}

type Units = Record<number, number>

/** Voids a document: to charge the account anew, or to give the money back, of all or of some dishes. */
export default function RefundDialog(props: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const whole = useRefundQuote(props.paymentId, null)
  return (
    <Dialog
      label={t('refunds.title', { document: props.document })}
      onClose={props.onClose}
      shape={phone ? 'sheet' : 'drawer'}
    >
      <div className={c.head}>
        <h2>{t('refunds.title', { document: props.document })}</h2>
        <IconButton label={t('common.close')} onClick={props.onClose}>
          <IconX size={22} aria-hidden="true" />
        </IconButton>
      </div>
      {whole.data ? (
        <Form {...props} whole={whole.data} />
      ) : whole.error ? (
        <Failed title={t('refunds.failed')} error={whole.error} onRetry={() => void whole.refetch()} />
      ) : (
        <Loading label={t('refunds.loading')} rows={4} />
      )}
    </Dialog>
  )
}

function Form(props: Props & { whole: RefundQuote }) {
  const { t } = useTranslation()
  const { whole } = props
  const user = useUser()
  const config = usePaymentsConfig()
  const [outcome, setOutcome] = useState<RefundBody['outcome'] | null>(null)
  const [units, setUnits] = useState<Units>(() => allOf(whole))
  const [stock, setStock] = useState<boolean | null>(null)
  const [inCash, setInCash] = useState(false)
  const [reason, setReason] = useState('')
  const [asking, setAsking] = useState(false)
  const closing = outcome === 'CLOSE'
  const some = closing && whole.lines.some((line) => (units[line.line_id] ?? 0) < Number(line.quantity))
  const part = useRefundQuote(props.paymentId, some ? units : null)
  const quote = some ? part.data : whole
  const refund = useRefund(props.paymentId, props.requestId, (done) => {
    showToast('success', t('refunds.done', { document: props.document }), given(done))
    props.onClose()
    if (outcome === 'REOPEN') props.onReopened?.()
  })
  const out = quote?.entries.reduce((sum, entry) => sum + centimos(entry.amount), 0) ?? 0
  const cash = config.data?.payment_options.find((option) => option.is_cash)
  const otherwise = quote?.entries.some((entry) => !entry.is_cash) ?? false
  const nothing = whole.lines.length > 0 && Object.values(units).every((count) => count === 0)
  const ready =
    outcome &&
    reason.trim() &&
    !(closing && (stock === null || nothing)) &&
    !(some && (part.isFetching || part.error))
  const body = (pin: string): RefundBody => ({
    outcome: outcome ?? 'REOPEN',
    reason: reason.trim(),
    pin,
    remove_inventory: closing && stock === true,
    without_table: outcome === 'REOPEN' && !!whole.table_taken_by,
    products: some ? chosen(units) : undefined,
    payment_options: inCash && otherwise && cash ? { [cash.name]: decimal(out) } : undefined,
  })
  const wrongPin = isApiError(refund.error) && refund.error.code.includes('pin')
  if (config.data && !config.data.cycle) return <p className={c.warning}>{t('refunds.noCycle')}</p>
  return (
    <>
      <div className={c.body}>
        <section className={choices.group}>
          <h3>{t('refunds.what')}</h3>
          <div className={c.keys} role="radiogroup" aria-label={t('refunds.what')}>
            <BigKey
              icon={IconArrowBackUp}
              title={t('refunds.reopen')}
              text={t('refunds.reopenText')}
              checked={outcome === 'REOPEN'}
              onPick={() => setOutcome('REOPEN')}
            />
            <BigKey
              icon={IconCash}
              title={t('refunds.close')}
              text={whole.can_close ? t('refunds.closeText') : t('refunds.cannotClose')}
              checked={closing}
              disabled={!whole.can_close}
              onPick={() => setOutcome('CLOSE')}
            />
          </div>
          {outcome === 'REOPEN' && whole.table_taken_by ? (
            <p className={c.warning}>
              <IconAlertTriangle size={18} aria-hidden="true" />
              {t('refunds.tableTaken', { name: whole.table_taken_by })}
            </p>
          ) : null}
        </section>
        {closing && whole.lines.length > 0 ? (
          <section className={choices.group}>
            <h3>{t('refunds.which')}</h3>
            <ul className={c.lines}>
              {whole.lines.map((line) => (
                <li key={line.line_id}>
                  <span>
                    <b>{line.name}</b>
                    <small>
                      {quantity(line.quantity)} · {money(centimos(line.amount))}
                    </small>
                  </span>
                  <Stepper
                    label={line.name}
                    size="small"
                    min={0}
                    max={Number(line.quantity)}
                    value={units[line.line_id] ?? 0}
                    suffix={t('common.of', { count: Number(line.quantity) })}
                    onChange={(count) => setUnits({ ...units, [line.line_id]: count })}
                  />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {closing ? (
          <section className={choices.group}>
            <h3>{t('refunds.stock')}</h3>
            <div className={c.keys} role="radiogroup" aria-label={t('refunds.stock')}>
              <BigKey
                icon={IconPackageImport}
                title={t('refunds.stockBack')}
                text={t('refunds.stockBackText')}
                checked={stock === true}
                onPick={() => setStock(true)}
              />
              <BigKey
                icon={IconTrash}
                title={t('refunds.stockOut')}
                text={t('refunds.stockOutText')}
                checked={stock === false}
                onPick={() => setStock(false)}
              />
            </div>
          </section>
        ) : null}
        <section className={choices.group}>
          <h3>{t('refunds.why')}</h3>
          <Reasons value={reason} onChange={setReason} closing={closing} />
        </section>
      </div>
      <footer className={c.foot}>
        {quote && !nothing ? (
          <Summary
            quote={quote}
            document={props.document}
            inCash={inCash && otherwise ? cash?.name : undefined}
            out={out}
          />
        ) : null}
        {part.error && some ? <p className={c.error}>{errorText(part.error)}</p> : null}
        {otherwise && cash ? (
          <label className={c.cash}>
            <input type="checkbox" checked={inCash} onChange={(event) => setInCash(event.target.checked)} />
            {t('refunds.inCash', { name: cash.name })}
          </label>
        ) : null}
        {refund.error && !wrongPin ? (
          <p className={c.error} role="alert">
            <IconAlertTriangle size={18} aria-hidden="true" />
            {(isApiError(refund.error) && refund.error.serverMessage) || errorText(refund.error)}
          </p>
        ) : null}
        <Button
          className={c.go}
          disabled={!ready}
          leftSection={<IconShieldLock size={22} stroke={1.9} aria-hidden="true" />}
          onClick={() => {
            refund.reset()
            setAsking(true)
          }}
        >
          {t('refunds.go', { amount: money(nothing ? 0 : out) })}
        </Button>
      </footer>
      {asking && !(refund.error && !wrongPin) ? (
        <PinDialog
          title={t('refunds.pin')}
          error={wrongPin ? refund.error : null}
          busy={refund.isPending}
          onClose={() => setAsking(false)}
          onSubmit={(pin) => refund.mutate(body(pin))}
        >
          <b>{fullName(user)}</b> {t('refunds.asks', { document: props.document })}
          <br />
          <b>{money(out)}</b> · {reason}
        </PinDialog>
      ) : null}
    </>
  )
}

const allOf = (quote: RefundQuote): Units =>
  Object.fromEntries(quote.lines.map((line) => [line.line_id, Number(line.quantity)]))

const chosen = (units: Units) =>
  Object.entries(units)
    .filter(([, count]) => count > 0)
    .map(([id, count]) => ({ id: Number(id), qty: String(count) }))

const given = (done: NewRefund) =>
  done.refund.entries.map((entry) => `${entry.name} ${money(centimos(entry.amount))}`).join(', ')

/** What exactly will be given back by which method, and what happens to the document. */
function Summary(props: { quote: RefundQuote; document: string; inCash?: string; out: number }) {
  const { t } = useTranslation()
  const { quote, inCash } = props
  return (
    <div className={c.summary}>
      <span>{t('refunds.gives')}</span>
      <ul>
        {inCash ? (
          <li>
            {inCash} <b>{money(props.out)}</b>
          </li>
        ) : (
          quote.entries.map((entry) => (
            <li key={entry.name}>
              {entry.name} <b>{money(centimos(entry.amount))}</b>
            </li>
          ))
        )}
      </ul>
      <small>
        {t('refunds.voids', { document: props.document })}
        {centimos(quote.rest_total) > 0
          ? ` ${t('refunds.rest', { amount: money(centimos(quote.rest_total)) })}`
          : ''}
      </small>
    </div>
  )
}

const reasons = { REOPEN: ['factura', 'client', 'method'], CLOSE: ['cold', 'left', 'twice'] } as const

function Reasons(props: { value: string; closing: boolean; onChange: (reason: string) => void }) {
  const { t } = useTranslation()
  const known = reasons[props.closing ? 'CLOSE' : 'REOPEN'].map((key) => t(`refunds.reason.${key}`))
  return (
    <div className={choices.chips}>
      {known.map((text) => (
        <button
          key={text}
          type="button"
          className={choices.chip}
          aria-pressed={props.value === text}
          onClick={() => props.onChange(text)}
        >
          {props.value === text ? <IconCheck size={17} stroke={2.6} aria-hidden="true" /> : null}
          {text}
        </button>
      ))}
      <input
        className={choices.note}
        aria-label={t('refunds.other')}
        placeholder={t('refunds.other')}
        maxLength={200}
        value={known.includes(props.value) ? '' : props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  )
}

interface BigKeyProps {
  icon: typeof IconCash
  title: string
  text: string
  checked: boolean
  disabled?: boolean
  onPick: () => void
}

function BigKey({ icon: Glyph, title, text, checked, disabled, onPick }: BigKeyProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a large key, not the small circle of a radio
    <button
      type="button"
      role="radio"
      aria-checked={checked}
      disabled={disabled}
      className={c.key}
      onClick={onPick}
    >
      <Glyph size={26} stroke={1.8} aria-hidden="true" />
      <b>{title}</b>
      <span>{text}</span>
    </button>
  )
}
