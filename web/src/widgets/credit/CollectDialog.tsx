import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldErrors } from '../../api/errors'
import type { ClientDebt, NewCollection, PaymentsConfig } from '../../api/model'
import { openPdf } from '../../api/pdf'
import { isCredit } from '../../data/payments/credit'
import { usePaymentsConfig } from '../../data/payments/queries'
import { useCollectDebt } from '../../data/receivables/queries'
import { Cross } from '../../ui/Cross'
import { ServerForm } from '../../ui/form/ServerForm'
import { centimos, decimal, money } from '../../ui/format'
import { Loading } from '../../ui/LoadState'
import { MoneyInput } from '../../ui/MoneyInput'
import { methodIcon } from '../../ui/paymentIcons'
import { TypedDialog } from '../../ui/TypedDialog'
import { showToast } from '../../ui/toasts'
import { usePhone } from '../../ui/viewport'
import form from '../cash/CashDialog.module.css'
import { OpenCycleFirst } from '../cash/OpenCycleFirst'
import c from './CollectDialog.module.css'

interface Props {
  debt: ClientDebt
  /** The sale that is paid; null collects the client's whole debt. */
  receivable: ClientDebt['receivables'][number] | null
  onClose: () => void
}

/** Collects a client's debt: the amount, and how it is paid. */
export function CollectDialog({ debt, receivable, onClose }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const config = usePaymentsConfig()
  const due = centimos(receivable?.due ?? debt.due)
  const methods = config.data?.payment_options.filter((option) => !isCredit(option)) ?? []
  const [text, setText] = useState(decimal(due))
  const [chosen, setChosen] = useState<number | null>(null)
  const [operation, setOperation] = useState('')
  const method = methods.find((option) => option.id === chosen) ?? methods[0]
  const tell = useCollectedNotice()
  const collect = useCollectDebt((made) => {
    tell(made)
    onClose()
  })
  const errors = fieldErrors(collect.error)
  const amount = centimos(text)
  const wrong =
    amount > due
      ? t('receivables.tooMuch', { amount: money(due) })
      : amount <= 0
        ? t('receivables.tooLittle')
        : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!method || wrong) return
    collect.mutate({
      client_id: debt.client.id,
      receivable_id: receivable?.id,
      amount: decimal(amount),
      payment_option_id: method.id,
      operation_number: operation.trim() || undefined,
    })
  }
  return (
    <TypedDialog
      label={t('receivables.collect')}
      onClose={onClose}
      holds={{ text, chosen, operation }}
      shape={phone ? 'sheet' : 'center'}
    >
      <ServerForm className={form.form} onSubmit={submit}>
        <header className={form.head}>
          <h2>{t('receivables.collect')}</h2>
          <Cross onClose={onClose} />
        </header>
        <p className={form.about}>
          <b>{debt.client.display_name}</b>
          <br />
          {receivable
            ? t('receivables.owesOf', { amount: money(due), document: receivable.document })
            : t('receivables.owes', { amount: money(due) })}
        </p>
        {!config.data ? (
          <Loading label={t('receivables.collect')} rows={3} />
        ) : !config.data.cycle ? (
          <OpenCycleFirst />
        ) : (
          <>
            <MoneyInput
              label={t('receivables.amount')}
              value={text}
              error={errors.amount ?? wrong}
              onChange={setText}
              first
            />
            <Methods options={methods} value={method?.id} onChange={setChosen} />
            {method && !method.is_cash ? (
              <TextInput
                label={t('payments.operation')}
                withAsterisk={method.asks_operation_number}
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
              className={form.go}
              disabled={wrong !== undefined}
              loading={collect.isPending}
            >
              {wrong ? t('receivables.collect') : t('receivables.collectAmount', { amount: money(amount) })}
            </Button>
          </>
        )}
      </ServerForm>
    </TypedDialog>
  )
}

/** Returns the function that tells what was collected and what is left. */
function useCollectedNotice() {
  const { t } = useTranslation()
  return (made: NewCollection) => {
    const left = centimos(made.left_due)
    showToast(
      'success',
      t('receivables.done', { amount: money(centimos(made.amount)) }),
      left === 0
        ? t('receivables.settled', { receipt: made.full_number })
        : t('receivables.left', { receipt: made.full_number, amount: money(left) }),
    )
    // Without a printer the receipt is shown as a PDF.
    if (made.warnings.length > 0) void showPdf(made.id, t('payments.pdfFailed'))
  }
}

interface MethodsProps {
  options: PaymentsConfig['payment_options']
  value: number | undefined
  onChange: (id: number) => void
}

function Methods({ options, value, onChange }: MethodsProps) {
  const { t } = useTranslation()
  return (
    <div>
      <p className={form.label}>{t('payments.method')}</p>
      <div className={c.methods} role="radiogroup" aria-label={t('payments.method')}>
        {options.map((option) => {
          const Glyph = methodIcon(option)
          return (
            // biome-ignore lint/a11y/useSemanticElements: big keys, not the small circle of a radio
            <button
              key={option.id}
              type="button"
              role="radio"
              aria-checked={option.id === value}
              onClick={() => onChange(option.id)}
            >
              <Glyph size={22} stroke={1.8} aria-hidden="true" />
              {option.name}
            </button>
          )
        })}
      </div>
    </div>
  )
}

/** Shows the receipt of a collection. */
export async function showPdf(id: number, failed: string) {
  try {
    await openPdf(`/collections/${id}/pdf`, {})
  } catch (error) {
    showToast('danger', failed, errorText(error))
  }
}
