import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StockCount, StockCountTotals } from '../../../api/model'
import { ApproveDialog } from './ApproveDialog'
import { signedMoney } from './Figures'
import c from './Review.module.css'

/** Shows what the approval changes in stock, and the one action that is left. */
export function Foot({ count, totals }: { count: StockCount; totals: StockCountTotals }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const open = count.status === 'REVIEW'
  const hints = [
    totals.without_cost > 0 ? t('counts.review.withoutCost', { count: totals.without_cost }) : null,
    open && totals.recounts > 0 ? t('counts.review.waits', { count: totals.recounts }) : null,
    open && totals.counted === 0 ? t('counts.review.approveNone') : null,
  ].filter(Boolean)
  return (
    <footer className={c.foot}>
      <div>
        {t(count.status === 'APPROVED' ? 'counts.review.changed' : 'counts.review.changes')}
        <b>{count.status === 'CANCELLED' ? signedMoney('0') : signedMoney(totals.value)}</b>
      </div>
      <p>{hints.join(' ')}</p>
      {open ? (
        <Button
          size="lg"
          disabled={totals.counted === 0}
          leftSection={<IconShieldLock size={22} stroke={1.9} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          {t('counts.review.approve')}
        </Button>
      ) : null}
      {asking ? <ApproveDialog count={count} totals={totals} onClose={() => setAsking(false)} /> : null}
    </footer>
  )
}
