import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../../ui/LoadState'
import { ChoicesPanel } from './ChoicesPanel'
import type { OrderWork } from './useOrderWork'

const DismissPanel = lazy(() => import('./DismissPanel').then((m) => ({ default: m.DismissPanel })))

const DiscountPanel = lazy(() =>
  import('../adjustments/DiscountPanel').then((m) => ({ default: m.DiscountPanel })),
)
const ChargePanel = lazy(() => import('../adjustments/ChargePanel').then((m) => ({ default: m.ChargePanel })))

/** The open work panel. Those that are seldom needed are fetched when they are. */
export function OrderPanel({ work }: { work: OrderWork }) {
  const { t } = useTranslation()
  return (
    <Suspense fallback={<Loading label={t('orders.loading')} rows={4} height={64} />}>
      <Opened work={work} />
    </Suspense>
  )
}

function Opened({ work }: { work: OrderWork }) {
  const { panel, request } = work
  const account = {
    requestId: request.id,
    lines: request.lines,
    totals: request.totals,
    place: work.place.line,
    onPreview: work.setPreviewed,
    onClose: work.closePanel,
  }
  switch (panel?.kind) {
    case 'choices':
      return (
        <ChoicesPanel
          key={`${panel.product.id}-${panel.line?.id}`}
          product={panel.product}
          catalog={work.catalog}
          request={request}
          editing={panel.line}
          asked={panel.qty ?? 1}
          onBuild={work.build}
          onDone={work.finishChoices}
          onClose={work.closePanel}
        />
      )
    case 'dismiss':
      return (
        <DismissPanel
          request={request}
          first={panel.line}
          place={work.place.line}
          onTaking={work.setTaking}
          onClose={work.closePanel}
        />
      )
    case 'discount':
      return <DiscountPanel {...account} />
    case 'charge':
      return <ChargePanel {...account} />
    default:
      return null
  }
}
