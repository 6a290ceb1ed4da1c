import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { centimos, clock, money } from '../../ui/format'
import c from './Account.module.css'
import { AdjustmentRows, SubtotalRow } from './AdjustmentRows'
import type { OrderScreenState } from './useOrderScreen'

/** Shows a closed account's total, and the way back. */
export function ClosedFoot({ work }: { work: OrderScreenState }) {
  const { t } = useTranslation()
  const { request } = work
  const time = clock(request.closed_at ?? '')
  const joined = request.merged_into_id
  const how = request.is_paid ? 'orders.closedPaid' : joined ? 'orders.closedJoined' : 'orders.closedByHand'
  return (
    <footer className={c.foot}>
      <SubtotalRow totals={request.totals} subtotal={centimos(request.totals.subtotal)} />
      <AdjustmentRows totals={request.totals} />
      <div className={c.total}>
        <span>{t(how, { time })}</span>
        <b>{money(centimos(request.totals.total))}</b>
      </div>
      <Button component={Link} to={joined ? `/order/${joined}` : '/pos'} fullWidth className={c.send}>
        {t(joined ? 'orders.toJoined' : 'orders.toMap')}
      </Button>
    </footer>
  )
}
