import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { ToppingView } from '../../../api/model'
import { allergenOptions } from '../../../data/catalog/allergens'
import { catalogKeys } from '../../../data/catalog/keys'
import { optionsOf, useCategories, useSupplies, useUnits } from '../../../data/catalog/selectOptions'
import '../../../i18n/allergy'
import { ChipsField } from '../../../ui/form/ChipsField'
import { useField } from '../../../ui/form/context'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { MoneyField, QuantityField, StatusField, TextField } from '../../../ui/form/fields'
import { FormGroup, FormRow } from '../../../ui/form/Group'
import { SelectField } from '../../../ui/form/SelectField'
import { RecipeField, recipeBody, recipeOf } from '../../../widgets/supplies/RecipeField'

interface Props {
  /** The topping to edit; null makes a new one. */
  topping: ToppingView | null
  onClose: () => void
}

/** It says what one topping takes from stock. */
type Takes = 'nothing' | 'supply' | 'recipe'

const takesOf = (topping: ToppingView | null): Takes =>
  topping?.has_recipe ? 'recipe' : topping?.has_stock ? 'supply' : 'nothing'

const startOf = (topping: ToppingView | null) => ({
  name: topping?.name ?? '',
  sale_amount: topping?.sale_amount ?? '',
  cost_amount: topping?.cost_amount ?? '',
  category_id: topping?.category_id ?? null,
  allergens: topping?.allergens ?? [],
  takes: takesOf(topping),
  supply_id: topping?.supply_id ?? null,
  supply_quantity: topping?.supply_quantity ?? '1',
  measurement_id: topping?.measurement_id ?? null,
  supply_items: recipeOf(topping?.supply_items),
  status: topping?.status ?? 'ACTIVE',
})

/**
 * Returns the body for the server: two flags say what a topping takes from stock, and only the values that belong to them go
 * along.
 */
const bodyOf = (values: ReturnType<typeof startOf>) => {
  const { takes, supply_id, supply_quantity, measurement_id, supply_items, cost_amount, ...rest } = values
  return {
    ...rest,
    cost_amount: cost_amount || null,
    has_recipe: takes === 'recipe',
    has_stock: takes === 'supply',
    ...(takes === 'recipe' ? { supply_items: recipeBody(supply_items) } : {}),
    ...(takes === 'supply' ? { supply_id, supply_quantity: supply_quantity || '0', measurement_id } : {}),
  }
}

export function ToppingDrawer({ topping, onClose }: Props) {
  const { t } = useTranslation()
  const categories = useCategories('TOPPING').data
  return (
    <FormDrawer
      title={topping ? t('toppings.edit') : t('toppings.new')}
      entity={{ name: t('toppings.entity') }}
      isNew={topping === null}
      start={startOf(topping)}
      save={(values, key) =>
        topping
          ? write('PUT', `/toppings/${topping.id}`, key, bodyOf(values))
          : write('POST', '/toppings', key, {
              ...bodyOf(values),
              sale_amount: values.sale_amount || null,
            })
      }
      nameOf={(values) => values.name}
      stale={[catalogKeys.toppings, catalogKeys.sale]}
      onClose={onClose}
    >
      {(form) => {
        const takes = form.getValues().takes as Takes
        return (
          <>
            <FormGroup>
              <TextField name="name" label={t('toppings.nameField')} required maxLength={80} />
              <FormRow>
                <MoneyField name="sale_amount" label={t('toppings.price')} required decimals={3} />
                {categories?.length ? (
                  <SelectField
                    name="category_id"
                    label={t('toppings.category')}
                    options={optionsOf(categories)}
                    clearable
                  />
                ) : null}
              </FormRow>
            </FormGroup>
            <FormGroup title={t('toppings.takes')}>
              <TakesField />
              {takes === 'recipe' ? <RecipeField label={t('toppings.recipe')} /> : null}
              {takes === 'supply' ? <PortionFields supply={form.getValues().supply_id} /> : null}
              {takes === 'nothing' ? (
                <MoneyField
                  name="cost_amount"
                  label={t('toppings.costField')}
                  description={t('toppings.costText')}
                  decimals={6}
                />
              ) : null}
            </FormGroup>
            <FormGroup>
              <ChipsField
                name="allergens"
                label={t('products.allergens')}
                description={t('toppings.allergensText')}
                options={allergenOptions(t)}
              />
            </FormGroup>
            <FormGroup>
              <StatusField label={t('toppings.active')} description={t('toppings.activeText')} />
            </FormGroup>
          </>
        )
      }}
    </FormDrawer>
  )
}

function TakesField() {
  const { t } = useTranslation()
  const { value, set } = useField<Takes>('takes')
  return (
    <SegmentedControl
      fullWidth
      size="md"
      aria-label={t('toppings.takes')}
      value={value}
      onChange={(chosen) => set(chosen as Takes)}
      data={(['nothing', 'supply', 'recipe'] as const).map((each) => ({
        value: each,
        label: t(`toppings.kinds.${each}`),
      }))}
    />
  )
}

/** Asks for the quantity of the one supply. */
function PortionFields({ supply }: { supply: number | null }) {
  const { t } = useTranslation()
  const supplies = useSupplies().data ?? []
  const units = useUnits().data ?? []
  const chosen = supplies.find((each) => each.id === supply)
  const own = units.find((unit) => unit.id === chosen?.measurement_id)
  const base = own?.magnitude_id ?? own?.id
  const fitting = units.filter((unit) => (unit.magnitude_id ?? unit.id) === base)
  return (
    <>
      <SelectField
        name="supply_id"
        label={t('toppings.supply')}
        required
        options={optionsOf(supplies.filter((each) => each.status === 'ACTIVE' || each.id === supply))}
      />
      <FormRow>
        <QuantityField name="supply_quantity" label={t('toppings.supplyQuantity')} decimals={6} />
        <SelectField
          name="measurement_id"
          label={t('recipe.unit')}
          options={fitting.map((unit) => ({ value: unit.id, label: unit.symbol }))}
          disabled={!chosen}
          placeholder={chosen?.measurement}
          clearable
        />
      </FormRow>
    </>
  )
}
