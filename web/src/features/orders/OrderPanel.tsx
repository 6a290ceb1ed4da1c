import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty, Loading } from '../../ui/LoadState'
import { lazyPart } from '../../ui/lazyPart'
import { measuredUnit } from '../../ui/measure'
import { Part } from '../../ui/Part'
import type { OrderScreenState } from './useOrderScreen'

const ChoicesPanel = lazyPart(() => import('./ChoicesPanel').then((m) => m.ChoicesPanel))
const WeightPanel = lazyPart(() => import('./weight/WeightPanel').then((m) => m.WeightPanel))
const DismissPanel = lazyPart(() => import('./DismissPanel').then((m) => m.DismissPanel))
const DiscountPanel = lazyPart(() => import('./adjustments/DiscountPanel').then((m) => m.DiscountPanel))
const ChargePanel = lazyPart(() => import('./adjustments/ChargePanel').then((m) => m.ChargePanel))

/** Shows the open work panel. Panels that are seldom needed are loaded after the screen stands. */
export function OrderPanel({ work }: { work: OrderScreenState }) {
  const { t } = useTranslation()
  return (
    <Part key={work.view.panel?.kind} fallback={<Empty title={t('orders.partFailed')} />}>
      <Suspense fallback={<Loading label={t('orders.loading')} rows={4} height={64} />}>
        <Opened work={work} />
      </Suspense>
    </Part>
  )
}

function Opened({ work }: { work: OrderScreenState }) {
  const { request } = work
  const { panel } = work.view
  const account = {
    requestId: request.id,
    lines: request.lines,
    totals: request.totals,
    place: work.place.line,
    onPreview: work.show.preview,
    onClose: work.show.closePanel,
  }
  switch (panel?.kind) {
    case 'choices': {
      const Choosing = measuredUnit(panel.product) ? WeightPanel : ChoicesPanel
      return (
        <Choosing
          key={`${panel.product.id}-${panel.line?.id}-${panel.grams}-${panel.variant?.id}-${panel.from?.unit_total}`}
          product={panel.product}
          holds={work.holdsOf(panel.product)}
          catalog={work.catalog}
          request={request}
          editing={panel.line}
          asked={panel.qty ?? 1}
          grams={panel.grams}
          from={panel.from}
          scanned={panel.variant ?? null}
          onBuild={work.show.build}
          onDone={work.finishChoices}
          onClose={work.show.closePanel}
        />
      )
    }
    case 'dismiss':
      return (
        <DismissPanel
          request={request}
          first={panel.line}
          place={work.place.line}
          onTaking={work.show.taking}
          onClose={work.show.closePanel}
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
