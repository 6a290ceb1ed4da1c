import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../../api/errors'
import type { MoneySource, Purchase, PurchaseInstalment } from '../../../api/model'
import { isCredit } from '../../../data/payments/credit'
import { usePaymentsConfig } from '../../../data/payments/queries'
import { DialogForm, goButton } from '../../../ui/DialogForm'
import { centimos, dayText, decimal, money } from '../../../ui/format'
import { Loading } from '../../../ui/LoadState'
import { MoneyInput } from '../../../ui/MoneyInput'
import { showToast } from '../../../ui/toasts'
import { OpenCycleFirst } from '../../../widgets/cash/OpenCycleFirst'
import { usePayPurchase } from '../queries'

interface Props {
  purchase: Purchase
  /** The instalment to pay; null pays the oldest first. */
  instalment: PurchaseInstalment | null
  onClose: () => void
}

const isDeposit = (instalment: PurchaseInstalment) => instalment.kind === 'DETRACTION'

/*
 * Returns what is paid, in céntimos: the chosen instalment, else everything but a detraction, which is deposited separately with
 * a number of its own.
 */
function payable(purchase: Purchase, instalment: PurchaseInstalment | null) {
  const open = purchase.quotes.filter((each) => centimos(each.due) > 0)
  const others = open.filter((each) => !isDeposit(each))
  const chosen = instalment ?? (others.length === 0 ? (open[0] ?? null) : null)
  return {
    chosen,
    due: chosen ? centimos(chosen.due) : others.reduce((sum, each) => sum + centimos(each.due), 0),
  }
}

/** Pays a provider: the amount, and where the money comes from. */
export function PayDialog({ purchase, instalment, onClose }: Props) {
  const { t } = useTranslation()
  const config = usePaymentsConfig().data
  const { chosen: quote, due } = payable(purchase, instalment)
  const next = quote ?? purchase.quotes.find((each) => centimos(each.due) > 0 && !isDeposit(each))
  const [text, setText] = useState(decimal(centimos(next?.due ?? '0')))
  const [source, setSource] = useState<MoneySource>('CASH')
  const [chosen, setChosen] = useState<string | null>(null)
  const [operation, setOperation] = useState('')
  const isDetraction = quote !== null && isDeposit(quote)
  const lacksDeposit = isDetraction && operation.trim() === ''
  const hasNumber = source === 'OTHER' || isDetraction
  const amount = centimos(text)
  const pay = usePayPurchase(purchase.id, () => {
    showToast('success', t('purchases.paidNow', { amount: money(amount) }), purchase.full_number)
    onClose()
  })
  const errors = fieldErrors(pay.error)
  const methods = config?.payment_options.filter((option) => !option.is_cash && !isCredit(option)) ?? []
  const wrong =
    amount > due
      ? t('purchases.payTooMuch', { amount: money(due) })
      : amount <= 0
        ? t('purchases.missing.paper')
        : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wrong || lacksDeposit || pay.isPending) return
    pay.mutate({
      quote_id: quote?.id,
      amount: decimal(amount),
      source,
      ...(source === 'OTHER' ? { payment_option: chosen ?? undefined } : {}),
      ...(hasNumber ? { operation_number: operation.trim() || undefined } : {}),
    })
  }
  const noCash = source === 'CASH' && config && !config.cycle
  return (
    <DialogForm
      title={quote ? t('purchases.payQuote', { number: quote.number }) : t('purchases.payTitle')}
      text={
        quote
          ? t('purchases.payOf', { provider: purchase.provider_name, day: dayText(quote.date) })
          : t('purchases.payOldest', { provider: purchase.provider_name, amount: money(due) })
      }
      onClose={onClose}
      holds={{ text, source, chosen, operation }}
      onSubmit={submit}
    >
      {!config ? (
        <Loading label={t('purchases.payTitle')} rows={3} />
      ) : (
        <>
          <SourceChoice source={source} onChange={setSource} />
          {noCash ? (
            <OpenCycleFirst text={t('purchases.missing.cycle')} />
          ) : (
            <>
              <MoneyInput
                label={t('purchases.payAmount')}
                value={text}
                error={errors.amount ?? wrong}
                onChange={setText}
                first
              />
              {source === 'OTHER' ? (
                <MethodField
                  names={methods.map((option) => option.name)}
                  value={chosen}
                  error={errors.payment_option}
                  onChange={setChosen}
                />
              ) : null}
              {hasNumber ? (
                <OperationField
                  isDetraction={isDetraction}
                  value={operation}
                  error={errors.operation_number}
                  onChange={setOperation}
                />
              ) : null}
              <Button
                type="submit"
                className={goButton}
                disabled={!!wrong || lacksDeposit}
                loading={pay.isPending}
              >
                {wrong ? t('purchases.pay') : t('purchases.payGo', { amount: money(amount) })}
              </Button>
            </>
          )}
        </>
      )}
    </DialogForm>
  )
}

function SourceChoice({
  source,
  onChange,
}: {
  source: MoneySource
  onChange: (source: MoneySource) => void
}) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      fullWidth
      size="md"
      aria-label={t('purchases.source')}
      value={source}
      onChange={(next) => onChange(next as MoneySource)}
      data={[
        { value: 'CASH', label: t('purchases.sources.CASH') },
        { value: 'OTHER', label: t('purchases.sources.OTHER') },
      ]}
    />
  )
}

interface MethodProps {
  /** The names of the payment options that are neither cash nor credit. */
  names: string[]
  value: string | null
  error: string | undefined
  onChange: (name: string | null) => void
}

function MethodField({ names, value, error, onChange }: MethodProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('purchases.method')}
      placeholder={t('purchases.chooseMethod')}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      value={value}
      error={error}
      data={names}
      onChange={onChange}
      comboboxProps={{ withinPortal: false }}
    />
  )
}

interface OperationProps {
  isDetraction: boolean
  value: string
  error: string | undefined
  onChange: (number: string) => void
}

/** Asks for the number of the transfer, or of the deposit of a detraction. */
function OperationField({ isDetraction, value, error, onChange }: OperationProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={isDetraction ? t('purchases.deposit') : t('payments.operation')}
      description={isDetraction ? t('purchases.depositText') : undefined}
      inputMode="numeric"
      autoComplete="off"
      maxLength={40}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
