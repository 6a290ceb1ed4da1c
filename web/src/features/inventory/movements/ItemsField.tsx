import { IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnits } from '../../../data/catalog/selectOptions'
import { type FoundItem, searchGoods } from '../../../data/inventory/queries'
import type { ItemType } from '../../../data/inventory/types'
import { plain } from '../../../ui/figures'
import { useField } from '../../../ui/form/context'
import { MoneyField, QuantityField } from '../../../ui/form/fields'
import { SelectField } from '../../../ui/form/SelectField'
import { useFocusNew } from '../../../ui/form/useFocusNew'
import { amount, centimos, money, quantity } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { ItemSearch } from '../../../widgets/item-search/ItemSearch'
import c from './ItemsField.module.css'
import { leftAfter, lineOf, lineTotal, type MovementLine, movementTotal, ownUnit } from './movementForm'

interface Props {
  type: ItemType
  /** True for entries, which have a price. */
  priced: boolean
}

/**
 * Lists the items that move: found or scanned above, each with its quantity below. Enter goes from field to field and back to the
 * search.
 */
export function ItemsField({ type, priced }: Props) {
  const { t } = useTranslation()
  const { value: lines, error, set } = useField<MovementLine[]>('items')
  const search = useRef<HTMLInputElement>(null)
  const { area, adding } = useFocusNew<HTMLUListElement>(lines.length)
  const pick = (item: FoundItem) => {
    const there = lines.findIndex((line) => line.item.id === item.id)
    // A movement has each item once: choosing it again goes to its quantity.
    if (there >= 0)
      return area.current?.querySelectorAll<HTMLElement>('[data-row]')[there]?.querySelector('input')?.focus()
    adding()
    set([...lines, lineOf(item)])
  }
  const sum = priced ? movementTotal(lines) : null
  return (
    <section className={c.items} aria-label={t('inventory.form.items')}>
      <h3>{t('inventory.form.items')}</h3>
      <ItemSearch
        ref={search}
        label={t('inventory.form.find')}
        of={type}
        search={searchGoods[type]}
        scans
        passed={lines.length > 0}
        error={lines.length === 0 ? error : undefined}
        onPick={pick}
      />
      {lines.length === 0 ? (
        <p className={c.hint}>{t('inventory.form.nothing')}</p>
      ) : (
        <ul ref={area} className={c.lines} onKeyDown={(event) => goOnByEnter(event, search.current)}>
          {lines.map((line, at) => (
            <Line
              key={line.item.id}
              at={`items.${at}`}
              line={line}
              priced={priced}
              onRemove={() => set(lines.filter((_, other) => other !== at))}
            />
          ))}
        </ul>
      )}
      {lines.length > 0 && error ? (
        <p className={c.error} data-field-error>
          {error}
        </p>
      ) : null}
      {sum === null ? null : (
        <p className={c.sum} role="status">
          {t('inventory.form.total')} <b>{money(centimos(sum))}</b>
        </p>
      )}
    </section>
  )
}

/** Enter goes to the next field of the line, after the last one to the search; it does not save. */
function goOnByEnter(event: KeyboardEvent, search: HTMLElement | null) {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  if (event.target.getAttribute('aria-haspopup')) return
  event.preventDefault()
  const row = event.target.closest('[data-row]')
  const fields = [...(row?.querySelectorAll<HTMLElement>('input[inputmode]') ?? [])]
  const next = fields[fields.indexOf(event.target) + 1] ?? search
  next?.focus()
}

interface LineProps {
  at: string
  line: MovementLine
  priced: boolean
  onRemove: () => void
}

function Line({ at, line, priced, onRemove }: LineProps) {
  const { t } = useTranslation()
  const units = useUnits().data ?? []
  const { item } = line
  const own = ownUnit(item, units)
  const base = own?.magnitude_id ?? own?.id
  const fitting = units.filter((unit) => base !== undefined && (unit.magnitude_id ?? unit.id) === base)
  const chosen = units.find((unit) => unit.id === line.measurement_id)?.symbol ?? item.measurement
  const total = priced ? lineTotal(line) : null
  const left = priced ? null : leftAfter(line, units)
  return (
    <li className={c.line} data-row data-priced={priced || undefined}>
      <p>
        <b>{item.name}</b>
        <span>
          {item.stock === null
            ? item.category
            : t('inventory.form.have', { quantity: plain(item.stock), unit: item.measurement })}
          {total === null ? null : <b> · {amount(centimos(total))}</b>}
          {left === null ? null : (
            <b data-bad={left.startsWith('-') || undefined}>
              {' · '}
              {t('inventory.form.left', { quantity: quantity(left), unit: item.measurement })}
            </b>
          )}
        </span>
      </p>
      <IconButton label={t('inventory.form.remove', { name: item.name })} onClick={onRemove}>
        <IconTrash size={20} stroke={1.8} aria-hidden="true" />
      </IconButton>
      <div className={c.fields}>
        <QuantityField name={`${at}.quantity`} label={t('inventory.form.quantity')} decimals={6} />
        <SelectField
          name={`${at}.measurement_id`}
          label={t('inventory.form.unit')}
          options={fitting.map((unit) => ({ value: unit.id, label: unit.symbol }))}
          placeholder={item.measurement}
        />
        {priced ? (
          <MoneyField
            name={`${at}.unit_price`}
            label={t('inventory.form.price', { unit: chosen })}
            decimals={6}
          />
        ) : null}
      </div>
    </li>
  )
}
