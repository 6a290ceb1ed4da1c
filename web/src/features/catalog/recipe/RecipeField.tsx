import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Supply, Unit } from '../../../api/model'
import { house } from '../../../session/house'
import { useField } from '../../../ui/form/context'
import { QuantityField } from '../../../ui/form/fields'
import { SelectField } from '../../../ui/form/SelectField'
import { useFocusNew } from '../../../ui/form/useFocusNew'
import { amount, centimos, money } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { optionsOf, useSupplies, useUnits } from '../storeRoom'
import { costsOf, decimalOf } from './cost'
import c from './RecipeField.module.css'

/** An item of a recipe as it is typed. */
export interface RecipeItem extends Record<string, unknown> {
  supply_id: number | null
  quantity: string
  measurement_id: number | null
}

interface Props {
  name?: string
  label: string
  /** The supply that is made of it, which is none of its ingredients. */
  without?: number
}

/** Supplies with how much of each, and what it all costs now. Its value is `supply_items` of products and toppings. */
export function RecipeField({ name = 'supply_items', label, without }: Props) {
  const { t } = useTranslation()
  const { value, error, set } = useField<RecipeItem[] | null>(name)
  const supplies = useSupplies().data ?? []
  const units = useUnits().data ?? []
  const items = value ?? []
  const id = useId()
  const { costs, total } = costsOf(items, supplies, units)
  const { area, adding } = useFocusNew<HTMLDivElement>(items.length)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand in its border
    <div ref={area} role="group" aria-labelledby={id} className={c.recipe}>
      <p id={id} className={c.label}>
        {label}
      </p>
      {items.map((item, at) => (
        <Row
          key={at}
          at={`${name}.${at}`}
          number={at + 1}
          supply={supplies.find((each) => each.id === item.supply_id)}
          supplies={supplies.filter(
            (each) => each.id !== without && (each.status === 'ACTIVE' || each.id === item.supply_id),
          )}
          units={units}
          cost={costs[at] ?? null}
          onRemove={() => set(items.filter((_, other) => other !== at))}
        />
      ))}
      <div className={c.foot}>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
          onClick={() => {
            adding()
            set([...items, { supply_id: null, quantity: '', measurement_id: null }])
          }}
        >
          {t('recipe.add')}
        </Button>
        <p role="status">
          {items.length === 0 ? null : (
            <>
              {t('recipe.total')}{' '}
              <b>{total === null ? t('recipe.unknown') : money(centimos(decimalOf(total, 2)))}</b>
            </>
          )}
        </p>
      </div>
      {error ? (
        <p className={c.error} role="alert" data-field-error>
          {error}
        </p>
      ) : null}
    </div>
  )
}

export const soles = (value: bigint) => amount(centimos(decimalOf(value, 2)))

interface RowProps {
  at: string
  number: number
  supply: Supply | undefined
  supplies: Supply[]
  units: Unit[]
  cost: bigint | null
  onRemove: () => void
}

function Row({ at, number, supply, supplies, units, cost, onRemove }: RowProps) {
  const { t } = useTranslation()
  const own = units.find((unit) => unit.id === supply?.measurement_id)
  const base = own?.magnitude_id ?? own?.id
  const fitting = units.filter((unit) => (unit.magnitude_id ?? unit.id) === base)
  return (
    <div className={c.row} data-row>
      <SelectField
        name={`${at}.supply_id`}
        label={t('recipe.supply', { number })}
        options={optionsOf(supplies)}
      />
      <QuantityField name={`${at}.quantity`} label={t('recipe.quantity')} decimals={6} />
      <SelectField
        name={`${at}.measurement_id`}
        label={t('recipe.unit')}
        options={fitting.map((unit) => ({ value: unit.id, label: unit.symbol }))}
        disabled={!supply}
        placeholder={supply?.measurement}
      />
      <p className={c.cost}>
        <span>{house().currency_symbol}</span>
        <b>{cost === null ? '—' : soles(cost)}</b>
      </p>
      <IconButton label={t('recipe.remove', { name: supply?.name ?? number })} onClick={onRemove}>
        <IconTrash size={20} stroke={1.8} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** A recipe as the form begins with it. */
export const recipeOf = (
  lines: readonly { supply_id: number; quantity: string; measurement_id: number }[] | undefined,
): RecipeItem[] =>
  (lines ?? []).map(({ supply_id, quantity, measurement_id }) => ({ supply_id, quantity, measurement_id }))

/** As the server reads it; what is not chosen yet it names at its field. */
export const recipeBody = (items: readonly RecipeItem[]) =>
  items.map(({ supply_id, quantity, measurement_id }) => ({
    supply_id: supply_id ?? 0,
    quantity: quantity || '0',
    measurement_id,
  }))
