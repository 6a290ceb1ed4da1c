import { Switch } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BillingAdjustment } from '../../../api/model'
import { fullName, useUser } from '../../../session/session'
import { amount, centimos, money } from '../../../ui/format'
import { Failed } from '../../../ui/LoadState'
import { PinDialog } from '../../../ui/PinDialog'
import c from './LiveRows.module.css'
import { type Change, isAboutPin, isPinMissing, useChangeAdjustment } from './mutations'
import { useAdjustments } from './queries'

/** Each discount and charge of an account with its switch; what was switched off stays, faded, to be switched on. */
export function LiveRows(props: { requestId: number; place: string; loading: ReactNode }) {
  const { t } = useTranslation()
  const { requestId, place, loading } = props
  const user = useUser()
  const [asking, setAsking] = useState<(Change & { of: BillingAdjustment }) | null>(null)
  const adjustments = useAdjustments(requestId)
  const change = useChangeAdjustment(() => setAsking(null))
  if (!adjustments.data) {
    return adjustments.isError ? (
      <Failed
        title={t('adjust.notFetched')}
        error={adjustments.error}
        onRetry={() => void adjustments.refetch()}
      />
    ) : (
      loading
    )
  }
  const { discounts, charges } = adjustments.data
  const ask = (of: BillingAdjustment, what: Change['what']) => {
    if (change.isPending) return
    const wanted: Change = { id: of.id, what, pin: null }
    change.mutate(wanted, { onError: (error) => isAboutPin(error) && setAsking({ ...wanted, of }) })
  }
  const row = (each: BillingAdjustment, sign: number) => (
    <Row
      key={each.id}
      of={each}
      value={sign * centimos(each.amount)}
      busy={change.isPending && change.variables?.id === each.id}
      onSwitch={() => ask(each, each.enabled ? 'off' : 'on')}
      onRemove={() => ask(each, 'remove')}
    />
  )
  if (discounts.length + charges.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className={c.rows} tabIndex={0} aria-label={t('adjust.rows')}>
      {discounts.map((each) => row(each, -1))}
      {charges.map((each) => row(each, 1))}
      {asking ? (
        <PinDialog
          title={t(`adjust.pinTitle.${asking.what}`)}
          action="large_discount"
          error={isPinMissing(change.error) ? null : change.error}
          busy={change.isPending}
          onClose={() => setAsking(null)}
          onSubmit={(pin, approver_id) =>
            change.mutate({ id: asking.id, what: asking.what, pin: { pin, approver_id } })
          }
        >
          <b>{fullName(user)}</b> {t(`adjust.asks.${asking.what}`)}
          <br />
          <b>
            {asking.of.name} · {money(centimos(asking.of.amount))}
          </b>
          <br />
          {place}
        </PinDialog>
      ) : null}
    </section>
  )
}

interface RowProps {
  of: BillingAdjustment
  value: number
  busy: boolean
  onSwitch: () => void
  onRemove: () => void
}

function Row({ of, value, busy, onSwitch, onRemove }: RowProps) {
  const { t } = useTranslation()
  const by = of.approver_name
    ? t('adjust.byApproved', { name: of.created_by_name, approver: of.approver_name })
    : of.created_by_name
  return (
    <div className={c.row} data-off={!of.enabled || undefined}>
      <Switch
        size="sm"
        className={c.switch}
        aria-label={t('adjust.enabled', { name: of.name })}
        checked={of.enabled}
        disabled={busy}
        onChange={onSwitch}
      />
      <span className={c.name} title={by}>
        {of.name}
      </span>
      <b>{amount(value)}</b>
      <button
        type="button"
        className={c.remove}
        aria-label={t('adjust.remove', { name: of.name })}
        disabled={busy}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </div>
  )
}
