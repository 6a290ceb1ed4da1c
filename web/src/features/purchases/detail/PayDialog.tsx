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
  const { chosen: one, due } = payable(purchase, instalment)
  const next = one ?? purchase.quotes.find((each) => centimos(each.due) > 0 && !isDeposit(each))
  const [text, setText] = useState(decimal(centimos(next?.due ?? '0')))
  const [source, setSource] = useState<MoneySource>('CASH')
  const [chosen, setChosen] = useState<string | null>(null)
  const [operation, setOperation] = useState('')
  const isDetraction = one !== null && isDeposit(one)
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
      quote_id: one?.id,
      amount: decimal(amount),
      source,
      ...(source === 'OTHER' ? { payment_option: chosen ?? undefined } : {}),
      ...(hasNumber ? { operation_number: operation.trim() || undefined } : {}),
    })
  }
  const noCash = source === 'CASH' && config && !config.cycle
  return (
    <DialogForm
      title={one ? t('purchases.payQuote', { number: one.number }) : t('purchases.payTitle')}
      text={
        one
          ? t('purchases.payOf', { provider: purchase.provider_name, day: dayText(one.date) })
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
          <SegmentedControl
            fullWidth
            size="md"
            aria-label={t('purchases.source')}
            value={source}
            onChange={(next) => setSource(next as MoneySource)}
            data={[
              { value: 'CASH', label: t('purchases.sources.CASH') },
              { value: 'OTHER', label: t('purchases.sources.OTHER') },
            ]}
          />
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
                <Select
                  label={t('purchases.method')}
                  placeholder={t('purchases.chooseMethod')}
                  clearable
                  clearButtonProps={{ 'aria-label': t('common.clear') }}
                  value={chosen}
                  error={errors.payment_option}
                  data={methods.map((option) => option.name)}
                  onChange={setChosen}
                  comboboxProps={{ withinPortal: false }}
                />
              ) : null}
              {hasNumber ? (
                <TextInput
                  label={isDetraction ? t('purchases.deposit') : t('payments.operation')}
                  description={isDetraction ? t('purchases.depositText') : undefined}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={40}
                  value={operation}
                  error={errors.operation_number}
                  onChange={(event) => setOperation(event.currentTarget.value)}
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
