import { useTranslation } from 'react-i18next'
import type { ProductionQuote } from '../../../../api/model'
import { useUnits } from '../../../../data/catalog/selectOptions'
import { plain, unitCost } from '../../../../ui/figures'
import { useField } from '../../../../ui/form/context'
import { QuantityField } from '../../../../ui/form/fields'
import { FormGroup } from '../../../../ui/form/Group'
import c from './Produce.module.css'
import { type Outcome, outcomeOf, type ProduceValues, type UsedLine } from './produceForm'

/** Asks for the quantity that came out, and shows the resulting cost of one unit. */
export function OutcomeField({ quote }: { quote: ProductionQuote | undefined }) {
  const { t } = useTranslation()
  const units = useUnits().data ?? []
  const { value: quantity } = useField<string>('quantity')
  const { value: produced } = useField<string>('produced')
  const { value: measurement_id } = useField<number | null>('measurement_id')
  const { value: items } = useField<UsedLine[]>('items')
  const unit = units.find((each) => each.id === measurement_id)?.symbol ?? quote?.measurement ?? ''
  const outcome = outcomeOf({ quantity, produced, items } as ProduceValues, quote)
  return (
    <FormGroup>
      <div className={c.came}>
        <QuantityField
          name="produced"
          label={t('productions.produced')}
          description={t('productions.producedText')}
          unit={unit}
          placeholder={plain(quantity || 0)}
          decimals={6}
        />
      </div>
      {outcome ? (
        <p className={c.outcome} role="status" data-low={outcome.percent < 100 || undefined}>
          <OutcomeText outcome={outcome} unit={unit} />
        </p>
      ) : null}
    </FormGroup>
  )
}

/** Says the result: "Salieron 9.2 de 10 L: 92 %; cada L cuesta 8.70 en vez de 8.00." */
function OutcomeText({ outcome, unit }: { outcome: Outcome; unit: string }) {
  const { t } = useTranslation()
  const { planned, produced, percent, unitCost: cost, plannedUnitCost } = outcome
  const came = { produced: plain(produced), planned: plain(planned), unit, percent }
  const now = cost === null ? null : unitCost(cost)
  const before = plannedUnitCost === null ? null : unitCost(plannedUnitCost)
  const yields = produced === planned ? t('productions.asPlanned', came) : t('productions.cameOut', came)
  if (now === null) return `${yields}.`
  return `${yields}; ${
    before === null || before === now
      ? t('productions.costs', { unit, cost: now })
      : t('productions.costsInstead', { unit, cost: now, before })
  }.`
}
