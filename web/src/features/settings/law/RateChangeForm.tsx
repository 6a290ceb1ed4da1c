import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { errorText } from '../../../api/errors'
import type { RateChange } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { reportKeys } from '../../../data/reports/keys'
import { settingsStale } from '../../../data/settings/queries'
import { centimos, money, quantity } from '../../../ui/format'
import { inMoney } from '../../../ui/inMoney'
import { KpiStrip } from '../../../ui/KpiStrip'
import { showToast } from '../../../ui/toasts'
import { useUnsaved } from '../../../ui/useUnsaved'
import { useWrite } from '../../../ui/useWrite'
import { DishPrices } from './DishPrices'
import { lawKeys } from './keys'
import { PlanCard } from './PlanCard'
import { PriceRuleButtons } from './PriceRuleButtons'
import { changedPrices, type PriceDecision, plannedPrices, pricesOf, type TypedPrices } from './prices'
import type { Rounding } from './queries'
import c from './RateChange.module.css'

interface Props {
  change: RateChange
  rounding: Rounding
  onRounding: (rounding: Rounding) => void
}

/** Shows what the change costs, the three answers to it, the prices, and the one action that plans both. */
export function RateChangeForm({ change, rounding, onRounding }: Props) {
  const { t } = useTranslation()
  const isPlanned = change.open_prices === 'PLANNED'
  const [way, setWay] = useState<PriceDecision>(isPlanned ? 'BY_DISH' : 'KEEP_LEFT')
  const [typed, setTyped] = useState<TypedPrices>(() => (isPlanned ? plannedPrices(change.dishes) : {}))
  const [edited, setEdited] = useState(false)
  const unsaved = useUnsaved(edited, 'page')
  const prices = changedPrices(change.dishes, way, typed)
  const plan = useWrite(
    (_: undefined, key) =>
      write('POST', '/law/rate-change', key, {
        valid_from: change.valid_from,
        percent: change.to_percent,
        prices,
      }),
    {
      onSuccess: () => {
        setEdited(false)
        showToast('success', t('law.planned'), t('law.plannedText', { count: prices.length }))
        for (const queryKey of [lawKeys.all, reportKeys.now, ...settingsStale])
          void queryClient.invalidateQueries({ queryKey })
      },
      onError: () => true,
    },
  )
  const type = (product: number, price: string) => {
    setTyped({ ...pricesOf(change.dishes, way, typed), [product]: price })
    setWay('BY_DISH')
    setEdited(true)
  }
  return (
    <>
      <MonthFigures month={change.month} />
      <PriceRuleButtons
        change={change}
        way={way}
        rounding={rounding}
        onWay={setWay}
        onRounding={onRounding}
      />
      <div className={c.columns}>
        <DishPrices change={change} way={way} typed={typed} onType={type} />
        <PlanCard
          change={change}
          count={prices.length}
          busy={plan.isPending}
          wrong={plan.error ? errorText(plan.error) : undefined}
          onPlan={() => plan.mutate(undefined)}
        />
      </div>
      {unsaved.question}
    </>
  )
}

/** Shows what the change would have cost in the last month. */
function MonthFigures({ month }: Pick<RateChange, 'month'>) {
  const { t } = useTranslation()
  return (
    <KpiStrip
      fit
      items={[
        {
          label: t('law.lessLeft'),
          ...inMoney(month.less_left),
          note: t('law.lessLeftNote', { percent: quantity(month.less_percent ?? 0) }),
        },
        {
          label: t('law.moreTax'),
          ...inMoney(month.more_tax),
          note: t('law.moreTaxNote', { sales: money(centimos(month.sales)) }),
        },
        {
          label: t('law.lessService'),
          ...inMoney(month.less_service),
          note: t(Number(month.service_percent) > 0 ? 'law.lessServiceNote' : 'law.noService', {
            percent: quantity(month.service_percent),
          }),
        },
      ]}
    />
  )
}
