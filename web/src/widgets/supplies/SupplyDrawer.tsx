import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Supply, Unit } from '../../api/model'
import { catalogKeys } from '../../data/catalog/keys'
import { optionsOf, useCategories, useUnits } from '../../data/catalog/selectOptions'
import { inventoryKeys } from '../../data/inventory/keys'
import { stockKeys } from '../../data/stock/keys'
import { unitCost } from '../../ui/figures'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { MoneyField, QuantityField, StatusField, SwitchField, TextField } from '../../ui/form/fields'
import { FormGroup, FormRow } from '../../ui/form/Group'
import { SelectField } from '../../ui/form/SelectField'
import { OpeningStock } from './OpeningStock'
import { noOpening, openingBody } from './opening'
import { recipeBody, recipeOf } from './RecipeField'
import { SupplyRecipe } from './SupplyRecipe'

interface Props {
  /** The supply to edit; null makes a new one. */
  supply: Supply | null
  /** The values that a new one begins with. */
  known?: { name: string }
  onSaved?: (supply: Supply) => void
  onClose: () => void
}

export function SupplyDrawer({ supply, known, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const units = useUnits().data ?? []
  return (
    <FormDrawer
      title={supply ? t('supplies.edit') : t('supplies.new')}
      entity={{ name: t('supplies.entity') }}
      isNew={supply === null}
      start={{
        name: supply?.name ?? known?.name ?? '',
        description: supply?.description ?? '',
        category_id: supply?.category_id ?? null,
        measurement_id: supply?.measurement_id ?? null,
        cost_amount: supply?.cost_amount ?? '',
        has_stock: supply?.has_stock ?? true,
        min_stock: supply?.min_stock ?? '0',
        status: supply?.status ?? 'ACTIVE',
        has_recipe: supply?.has_recipe ?? false,
        recipe_yield: supply?.recipe_yield ?? '',
        supply_items: recipeOf(supply?.supply_items),
        ...noOpening,
      }}
      save={(values, key, changed) => {
        const body = ({ opening_stock: _, supply_items, ...of }: Partial<typeof values>) => ({
          ...of,
          // An empty cost is sent as null, an unknown one.
          ...('cost_amount' in of ? { cost_amount: of.cost_amount || null } : {}),
          ...('min_stock' in of ? { min_stock: of.min_stock || '0' } : {}),
          ...('recipe_yield' in of ? { recipe_yield: of.recipe_yield || null } : {}),
          ...(supply_items ? { supply_items: recipeBody(supply_items) } : {}),
        })
        if (supply) return write('PUT', `/supplies/${supply.id}`, key, body(changed))
        const opening = values.has_stock ? openingBody(values) : {}
        return write('POST', '/supplies', key, { ...body(values), ...opening })
      }}
      nameOf={(values) => values.name}
      stale={[stockKeys.supplies, catalogKeys.toppings, inventoryKeys.all]}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form) => {
        const unit = units.find((each) => each.id === form.getValues().measurement_id)
        return (
          <>
            <NameFields
              units={units.filter((each) => each.status === 'ACTIVE' || each.id === supply?.measurement_id)}
            />
            <CostFields supply={supply} unit={unit?.symbol} hasStock={form.getValues().has_stock} />
            {form.getValues().has_stock || form.getValues().has_recipe ? (
              <FormGroup title={t('supplies.recipeGroup')}>
                <SupplyRecipe id={supply?.id} unit={unit?.symbol} />
              </FormGroup>
            ) : null}
            <FormGroup>
              <StatusField label={t('supplies.active')} description={t('supplies.activeText')} />
            </FormGroup>
          </>
        )
      }}
    </FormDrawer>
  )
}

function NameFields({ units }: { units: Unit[] }) {
  const { t } = useTranslation()
  const categories = useCategories('SUPPLY').data
  return (
    <FormGroup>
      <TextField name="name" label={t('supplies.nameField')} required maxLength={120} />
      <FormRow>
        <SelectField
          name="measurement_id"
          label={t('supplies.unit')}
          required
          options={units.map((each) => ({
            value: each.id,
            label: `${each.name} (${each.symbol})`,
          }))}
        />
        <SelectField
          name="category_id"
          label={t('supplies.category')}
          options={optionsOf(categories)}
          clearable
        />
      </FormRow>
      <TextField name="description" label={t('supplies.description')} maxLength={500} lines={2} />
    </FormGroup>
  )
}

interface CostProps {
  supply: Supply | null
  /** The symbol of the chosen unit. */
  unit: string | undefined
  hasStock: boolean
}

/** Asks for the cost, and for what stock needs where it is counted. */
function CostFields({ supply, unit, hasStock }: CostProps) {
  const { t } = useTranslation()
  const average = supply?.unit_cost !== supply?.cost_amount ? supply?.unit_cost : null
  const costText = average
    ? t('supplies.averageText', { cost: `S/ ${unitCost(average)}` })
    : t('supplies.costText')
  return (
    <FormGroup title={t('supplies.costGroup')}>
      <MoneyField
        name="cost_amount"
        label={unit ? t('supplies.costOf', { unit }) : t('supplies.cost')}
        description={costText}
        decimals={6}
      />
      <SwitchField name="has_stock" label={t('supplies.counted')} description={t('supplies.countedText')} />
      {hasStock ? (
        <QuantityField name="min_stock" label={t('supplies.minField')} unit={unit} decimals={6} />
      ) : null}
      {!supply && hasStock ? <OpeningStock unit={unit} /> : null}
    </FormGroup>
  )
}
