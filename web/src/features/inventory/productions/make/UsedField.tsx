import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/errors'
import { type FoundItem, searchGoods } from '../../../../data/inventory/queries'
import { plain } from '../../../../ui/figures'
import { useField } from '../../../../ui/form/context'
import { QuantityField } from '../../../../ui/form/fields'
import { IconButton } from '../../../../ui/IconButton'
import { Loading } from '../../../../ui/LoadState'
import { ItemSearch } from '../../../../widgets/item-search/ItemSearch'
import c from './Produce.module.css'
import { extraLine, isShort, type UsedLine } from './produceForm'
import type { IngredientsFromRecipe } from './useIngredientsFromRecipe'

/** Lists the ingredients by the recipe, with their stock; quantities can be changed to what was really taken. */
export function UsedField({ quote }: { quote: IngredientsFromRecipe }) {
  const { t } = useTranslation()
  const { value: lines, error, set } = useField<UsedLine[]>('items')
  const leftOut = useField<number[]>('left_out')
  const { value: made } = useField<number | null>('supply_id')
  const add = (item: FoundItem) => {
    if (item.id === made || lines.some((line) => line.supply_id === item.id)) return
    leftOut.set(leftOut.value.filter((id) => id !== item.id))
    set([...lines, extraLine(item)])
  }
  const remove = (line: UsedLine) => {
    if (line.planned !== '') leftOut.set([...leftOut.value, line.supply_id])
    set(lines.filter((each) => each !== line))
  }
  const short = lines.filter(isShort).length
  return (
    <section className={c.used} aria-label={t('productions.used')}>
      <h3>{t('productions.used')}</h3>
      {quote.error ? (
        <p className={c.error} role="alert">
          {errorText(quote.error)}
        </p>
      ) : null}
      {short > 0 ? (
        <p className={c.short} role="status">
          <IconAlertTriangle size={18} stroke={2} aria-hidden="true" />
          {t('productions.short', { count: short })}
        </p>
      ) : null}
      {quote.isFetching && lines.length === 0 ? (
        <Loading label={t('productions.used')} rows={3} height={64} />
      ) : (
        <ul className={c.lines} data-stale={quote.isPlaceholderData || undefined}>
          {lines.map((line, at) => (
            <Line key={line.supply_id} line={line} at={`items.${at}`} onRemove={() => remove(line)} />
          ))}
        </ul>
      )}
      <ItemSearch
        label={t('productions.add')}
        of="SUPPLY"
        search={searchGoods.SUPPLY}
        passed
        error={lines.length === 0 ? error : undefined}
        onPick={add}
      />
      {lines.length > 0 && error ? (
        <p className={c.error} data-field-error>
          {error}
        </p>
      ) : null}
    </section>
  )
}

function Line({ line, at, onRemove }: { line: UsedLine; at: string; onRemove: () => void }) {
  const { t } = useTranslation()
  const short = isShort(line)
  const words = { quantity: plain(line.in_stock ?? 0), unit: line.measurement }
  return (
    <li>
      <p>
        <b>{line.name}</b>
        <span data-short={short || undefined}>
          {line.has_stock
            ? line.in_stock !== null && t(short ? 'productions.onlyHave' : 'productions.have', words)
            : t('productions.notCounted')}
        </span>
      </p>
      <QuantityField
        name={`${at}.quantity`}
        label={t('productions.usedOf', { name: line.name })}
        unit={line.measurement}
        decimals={6}
        bare
      />
      <IconButton label={t('productions.remove', { name: line.name })} onClick={onRemove}>
        <IconTrash size={20} stroke={1.8} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
