import { useTranslation } from 'react-i18next'
import { fullName, useUser } from '../../../session/session'
import { centimos, money } from '../../../ui/format'
import { PinDialog } from '../../../ui/PinDialog'
import { type AdjustmentChange, isPinMissing, useChangeAdjustment } from './mutations'

/** Asks for the PIN that is needed to switch or remove a discount or charge. */
export function ChangePin(props: { change: AdjustmentChange; place: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { of, what } = props.change
  const user = useUser()
  const change = useChangeAdjustment({ onDone: props.onClose })
  return (
    <PinDialog
      title={t(`adjust.pinTitle.${what}`)}
      action="large_discount"
      error={isPinMissing(change.error) ? null : change.error}
      busy={change.isPending}
      onClose={props.onClose}
      onSubmit={(pin, approver_id) => change.mutate({ id: of.id, what, pin: { pin, approver_id } })}
    >
      <b>{fullName(user)}</b> {t(`adjust.asks.${what}`)}
      <br />
      <b>
        {of.name} · {money(centimos(of.amount))}
      </b>
      <br />
      {props.place}
    </PinDialog>
  )
}
