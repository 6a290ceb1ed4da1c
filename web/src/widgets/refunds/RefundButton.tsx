import { IconReceiptRefund } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/IconButton'
import { lazyPart } from '../../ui/lazyPart'

const RefundDialog = lazyPart(() => import('./RefundDialog').then((m) => m.default))

/** Opens the refund of a payment; the dialog is loaded on demand. */
export function RefundButton(props: {
  paymentId: number
  requestId: number
  document: string
  onReopened?: () => void
}) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('refunds.key', { document: props.document })} onClick={() => setOpen(true)}>
        <IconReceiptRefund size={22} stroke={1.8} aria-hidden="true" />
      </IconButton>
      {open ? (
        <Suspense fallback={null}>
          <RefundDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
