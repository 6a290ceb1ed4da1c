import { Switch } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountAdjustment } from '../../../api/model'
import { amount, centimos } from '../../../ui/format'
import { Failed } from '../../../ui/LoadState'
import c from './AdjustmentSwitches.module.css'
import { type AdjustmentChange, useChangeAdjustment } from './mutations'
import { useAdjustments } from './queries'

interface Props {
  requestId: number
  /** It is called with a change that waits for a PIN: turning a phone removes these rows while the PIN is typed. */
  onPin: (change: AdjustmentChange) => void
  loading: ReactNode
}

/** Lists each discount and charge of an account with its switch; one that is switched off stays, faded, to be switched on. */
export function AdjustmentSwitches({ requestId, onPin, loading }: Props) {
  const { t } = useTranslation()
  const adjustments = useAdjustments(requestId)
  const rows = adjustments.data ? [...adjustments.data.discounts, ...adjustments.data.charges] : []
  const change = useChangeAdjustment({
    onPin: ({ id, what }) => {
      const of = rows.find((each) => each.id === id)
      if (of) onPin({ of, what })
    },
  })
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
  const ask = (of: AccountAdjustment, what: AdjustmentChange['what']) => {
    if (!change.isPending) change.mutate({ id: of.id, what, pin: null })
  }
  const row = (each: AccountAdjustment, sign: number) => (
    <Row
      key={each.id}
      of={each}
      value={sign * centimos(each.amount)}
      busy={change.isPending && change.variables?.id === each.id}
      onSwitch={() => ask(each, each.enabled ? 'off' : 'on')}
      onRemove={() => ask(each, 'remove')}
    />
  )
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className={c.rows} tabIndex={0} aria-label={t('adjust.rows')}>
      {discounts.map((each) => row(each, -1))}
      {charges.map((each) => row(each, 1))}
    </section>
  )
}

interface RowProps {
  of: AccountAdjustment
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
