import { IconCoins, IconDiscount } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../api/model'
import { Loading } from '../../../ui/LoadState'
import { lazyPart } from '../../../ui/lazyPart'
import { TypedDialog } from '../../../ui/TypedDialog'
import { usePhone } from '../../../ui/viewport'
import c from './AdjustLinks.module.css'

const DiscountPanel = lazyPart(() => import('./DiscountPanel').then((m) => m.DiscountPanel))
const ChargePanel = lazyPart(() => import('./ChargePanel').then((m) => m.ChargePanel))

/** Adds a discount or a tip at the last moment, without leaving the payment. */
export function AdjustLinks({ request, place }: { request: Account; place: string }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [open, setOpen] = useState<'discount' | 'charge' | null>(null)
  const close = () => setOpen(null)
  const Panel = open === 'charge' ? ChargePanel : DiscountPanel
  return (
    <div className={c.links}>
      <button type="button" onClick={() => setOpen('discount')}>
        <IconDiscount size={18} stroke={1.8} aria-hidden="true" />
        {t('adjust.openDiscount')}
      </button>
      <button type="button" onClick={() => setOpen('charge')}>
        <IconCoins size={18} stroke={1.8} aria-hidden="true" />
        {t('adjust.openCharge')}
      </button>
      {open ? (
        <TypedDialog
          label={t(open === 'charge' ? 'adjust.chargeTitle' : 'adjust.discountTitle')}
          shape={phone ? 'sheet' : 'center'}
          onClose={close}
        >
          <div className={c.dialog}>
            <Suspense fallback={<Loading label={t('orders.loading')} rows={4} height={64} />}>
              <Panel
                requestId={request.id}
                lines={request.lines}
                totals={request.totals}
                place={place}
                onClose={close}
              />
            </Suspense>
          </div>
        </TypedDialog>
      ) : null}
    </div>
  )
}
