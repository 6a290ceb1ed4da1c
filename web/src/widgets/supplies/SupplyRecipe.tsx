import { useTranslation } from 'react-i18next'
import { useSupplies, useUnits } from '../../data/catalog/selectOptions'
import { decimalOf, millionths } from '../../ui/decimals'
import { useField } from '../../ui/form/context'
import { QuantityField, SwitchField } from '../../ui/form/fields'
import { centimos, money } from '../../ui/format'
import { recipeCosts } from './cost'
import { RecipeField, type RecipeItem } from './RecipeField'
import c from './SupplyRecipe.module.css'

/** Asks whether it is made here: the ingredients of a batch, the quantity it gives, and the resulting cost of a unit. */
export function SupplyRecipe({ id, unit }: { id: number | undefined; unit: string | undefined }) {
  const { t } = useTranslation()
  const { value: made } = useField<boolean>('has_recipe')
  return (
    <>
      <SwitchField name="has_recipe" label={t('supplies.made')} description={t('supplies.madeText')} />
      {made ? (
        <>
          <QuantityField
            name="recipe_yield"
            label={t('supplies.yield')}
            description={t('supplies.yieldText')}
            unit={unit}
            decimals={6}
            required
          />
          <RecipeField label={t('supplies.takes')} without={id} />
          <UnitCost unit={unit} />
        </>
      ) : null}
    </>
  )
}

function UnitCost({ unit }: { unit: string | undefined }) {
  const { t } = useTranslation()
  const { value: items } = useField<RecipeItem[]>('supply_items')
  const { value: gives } = useField<string>('recipe_yield')
  const supplies = useSupplies().data ?? []
  const units = useUnits().data ?? []
  const { total } = recipeCosts(items, supplies, units)
  const many = millionths(gives)
  if (items.length === 0 || total === null || !many) return null
  const cost = decimalOf((total * 1_000_000n + many / 2n) / many, 2)
  return (
    <p className={c.unitCost} role="status">
      {unit ? t('supplies.madeCost', { unit }) : t('supplies.madeCostPlain')} <b>{money(centimos(cost))}</b>
    </p>
  )
}
