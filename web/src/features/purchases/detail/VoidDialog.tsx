import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldErrors } from '../../../api/errors'
import type { MoneySource, Purchase } from '../../../api/model'
import { isPinTrouble } from '../../../data/cash/queries'
import { fullName, useUser } from '../../../session/session'
import { DialogForm, dialogWarning, goButton } from '../../../ui/DialogForm'
import { centimos, money } from '../../../ui/format'
import { PinDialog } from '../../../ui/PinDialog'
import { useVoidPurchase } from '../queries'

/** Voids a purchase: its goods leave stock, its money comes back, and the document may be recorded again. */
export function VoidDialog({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const [reason, setReason] = useState('')
  const [source, setSource] = useState<MoneySource>('CASH')
  const [asking, setAsking] = useState(false)
  const voiding = useVoidPurchase(purchase.id, onClose)
  const isCredit = purchase.document === 'NOTA_CREDITO'
  const cash = purchase.payments
    .filter((each) => each.source === 'CASH' && !each.voided)
    .reduce((sum, each) => sum + centimos(each.amount), 0)
  const failed = voiding.error && !isPinTrouble(voiding.error) ? voiding.error : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) setAsking(true)
  }
  return (
    <DialogForm
      title={t('purchases.voidTitle', { number: purchase.full_number })}
      text={t(isCredit ? 'purchases.voidNoteText' : 'purchases.voidText')}
      onClose={onClose}
      holds={{ reason, source }}
      onSubmit={submit}
      above={
        asking ? (
          <PinDialog
            title={t('purchases.voidPin')}
            action="void_purchase"
            error={voiding.error && !failed ? voiding.error : null}
            busy={voiding.isPending}
            onClose={() => setAsking(false)}
            onSubmit={(pin, approver_id) =>
              voiding.mutate(
                { reason: reason.trim(), pin, approver_id, money: cash > 0 ? source : undefined },
                { onError: (error) => (isPinTrouble(error) ? undefined : setAsking(false)) },
              )
            }
          >
            <b>{fullName(user)}</b> {t('purchases.voidAsks')}
            <br />
            <b>{purchase.full_number}</b> · {purchase.provider_name} · {money(centimos(purchase.total))}
            <br />
            {reason.trim()}
          </PinDialog>
        ) : null
      }
    >
      {failed ? (
        <p className={dialogWarning} role="alert">
          <IconAlertTriangle size={18} stroke={2} aria-hidden="true" />
          {errorText(failed)}
        </p>
      ) : null}
      <Textarea
        label={t('purchases.voidReason')}
        data-autofocus
        rows={2}
        maxLength={300}
        value={reason}
        error={fieldErrors(voiding.error).reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {cash > 0 ? <MoneyBack isCredit={isCredit} cash={cash} source={source} onChange={setSource} /> : null}
      <Button type="submit" className={goButton} disabled={!reason.trim()}>
        {t('purchases.voidGo', { amount: money(centimos(purchase.total)) })}
      </Button>
    </DialogForm>
  )
}

interface MoneyBackProps {
  /** True for a credit note, whose money came in and now goes out again. */
  isCredit: boolean
  /** The céntimos that were paid from a cash box. */
  cash: number
  source: MoneySource
  onChange: (source: MoneySource) => void
}

/** Asks whether the money moves in the cash box or elsewhere. */
function MoneyBack({ isCredit, cash, source, onChange }: MoneyBackProps) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="md"
      fullWidth
      aria-label={t('purchases.moneyBack')}
      value={source}
      onChange={(next) => onChange(next as MoneySource)}
      data={[
        {
          value: 'CASH',
          label: t(isCredit ? 'purchases.outOfCash' : 'purchases.backToCash', { amount: money(cash) }),
        },
        { value: 'OTHER', label: t(isCredit ? 'purchases.outElsewhere' : 'purchases.backElsewhere') },
      ]}
    />
  )
}
