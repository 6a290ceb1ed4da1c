import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Supply, Unit } from '../../api/model'
import { optionsOf, useSupplies, useUnits } from '../../data/catalog/selectOptions'
import { house } from '../../session/house'
import { decimalOf } from '../../ui/decimals'
import { useField } from '../../ui/form/context'
import { QuantityField } from '../../ui/form/fields'
import { SelectField } from '../../ui/form/SelectField'
import { useFocusNew } from '../../ui/form/useFocusNew'
import { amount, centimos, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { fineUnit, recipeCosts } from './cost'
import c from './RecipeField.module.css'

export interface RecipeItem extends Record<string, unknown> {
  supply_id: number | null
  quantity: string
  measurement_id: number | null
}

interface Props {
  name?: string
  label: string
  /** The supply that the recipe makes, which cannot be its own ingredient. */
  without?: number
}

/** Asks for supplies with their quantities, and shows the present cost. Its value is `supply_items` of products and toppings. */
export function RecipeField({ name = 'supply_items', label, without }: Props) {
  const { t } = useTranslation()
  const { value, error, set } = useField<RecipeItem[] | null>(name)
  const supplies = useSupplies().data ?? []
  const units = useUnits().data ?? []
  const items = value ?? []
  const id = useId()
  const { costs, total } = recipeCosts(items, supplies, units)
  const { area, adding } = useFocusNew<HTMLDivElement>(items.length)
  const add = () => {
    adding()
    set([...items, { supply_id: null, quantity: '', measurement_id: null }])
  }
  /* Enter behind the last row begins a new one, once that row says something. */
  const goOn = (at: number) => {
    const next = area.current?.querySelectorAll('[data-row]')[at + 1]
    if (next) next.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
    else if (items[at]?.supply_id) add()
  }
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
          onNext={() => goOn(at)}
          onRemove={() => set(items.filter((_, other) => other !== at))}
        />
      ))}
      <div className={c.foot}>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
          onClick={add}
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
  onNext: () => void
  onRemove: () => void
}

/** Returns the units that a supply's quantity can have, the one that a kitchen uses first. */
function unitsOf(supply: Supply | undefined, units: readonly Unit[]) {
  const own = units.find((unit) => unit.id === supply?.measurement_id)
  const base = own?.magnitude_id ?? own?.id
  const fitting = units.filter((unit) => (unit.magnitude_id ?? unit.id) === base)
  const fine = fineUnit(own, fitting)
  return { fine, fitting: fine ? [fine, ...fitting.filter((unit) => unit !== fine)] : fitting }
}

function Row({ at, number, supply, supplies, units, cost, onNext, onRemove }: RowProps) {
  const { t } = useTranslation()
  const unit = useField<number | null>(`${at}.measurement_id`)
  const quantity = useField<string>(`${at}.quantity`)
  const row = useRef<HTMLDivElement>(null)
  const { fitting } = unitsOf(supply, units)
  /* Once a supply is chosen the focus moves to its quantity. */
  const picked = useRef(false)
  const goToQuantity = () => row.current?.querySelector<HTMLElement>(`[name="${at}.quantity"]`)?.focus()
  useEffect(() => {
    if (picked.current) goToQuantity()
    picked.current = false
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles what its fields leave
    <div
      ref={row}
      className={c.row}
      data-row
      // Enter goes on to the next field; it saves no half recipe.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement))
          return
        event.preventDefault()
        if (!event.currentTarget.firstElementChild?.contains(event.target)) onNext()
        else if (supply) goToQuantity()
      }}
    >
      <SelectField
        name={`${at}.supply_id`}
        label={t('recipe.supply', { number })}
        options={optionsOf(supplies)}
        onPick={(option) => {
          picked.current = true
          const chosen = supplies.find((each) => each.id === option?.value)
          if (chosen?.id === supply?.id) return
          const { fine, fitting } = unitsOf(chosen, units)
          // A quantity that was typed keeps its unit, where that fits.
          const said = unit.value ?? (supply ?? chosen)?.measurement_id
          const kept = quantity.value !== '' && fitting.find((each) => each.id === said)
          unit.set((kept || fine)?.id ?? null)
        }}
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

/** Returns the first values of a recipe's form. */
export const recipeOf = (
  lines: readonly { supply_id: number; quantity: string; measurement_id: number }[] | undefined,
): RecipeItem[] =>
  (lines ?? []).map(({ supply_id, quantity, measurement_id }) => ({ supply_id, quantity, measurement_id }))

const isEmpty = ({ supply_id, quantity }: RecipeItem) => supply_id === null && quantity === ''

/** Returns the items for the server, which reports a missing choice at its field. A last row that is empty is left out. */
export const recipeBody = (items: readonly RecipeItem[]) =>
  items
    .slice(0, items.findLastIndex((item) => !isEmpty(item)) + 1)
    .map(({ supply_id, quantity, measurement_id }) => ({
      supply_id: supply_id ?? 0,
      quantity: quantity || '0',
      measurement_id,
    }))
