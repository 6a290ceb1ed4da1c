import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RateChange, RateChangeDish } from '../../../api/model'
import { amount, centimos, searchKey } from '../../../ui/format'
import { Empty } from '../../../ui/LoadState'
import { MoneyInput } from '../../../ui/MoneyInput'
import { Card } from '../../../ui/OfficePage'
import { SearchField } from '../../../ui/SearchField'
import { leftThen, newPrice, type PriceDecision, type TypedPrices } from './prices'
import c from './RateChange.module.css'

/** So many dishes are shown at first, and so many more with each tap. */
const few = 8
const more = 50

interface Props {
  change: RateChange
  way: PriceDecision
  typed: TypedPrices
  onType: (product: number, price: string) => void
}

/** Lists each dish's price today and then, and what both leave. */
export function DishPrices({ change, way, typed, onType }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(few)
  const [search, setSearch] = useState('')
  const wanted = searchKey(search)
  const found = wanted
    ? change.dishes.filter((dish) => searchKey(`${dish.name} ${dish.category}`).includes(wanted))
    : change.dishes
  const rows = found.slice(0, shown)
  const left = found.length - rows.length
  const keeps = way === 'KEEP_PRICES'
  if (change.dishes.length === 0)
    return (
      <Card>
        <Empty title={t('law.noDishes')} text={t('law.noDishesText')} />
      </Card>
    )
  return (
    <Card label={t('law.dishes')}>
      {shown > few ? (
        <div className={c.search}>
          <SearchField label={t('law.search')} value={search} onChange={setSearch} />
        </div>
      ) : null}
      <table className={c.dishes} data-keeps={keeps || undefined}>
        <thead>
          <tr>
            <th scope="col">{t('law.bestSold')}</th>
            <th scope="col">{t('law.today')}</th>
            <th scope="col" data-wide>
              {t('law.left')}
            </th>
            <th scope="col">{t('law.leftIfSame')}</th>
            {keeps ? null : <th scope="col">{t('law.newPrice')}</th>}
            {keeps ? null : <th scope="col">{t('law.left')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((dish) => (
            <Dish
              key={dish.product_id}
              dish={dish}
              price={newPrice(dish, way, typed)}
              netOfOne={change.net_of_one}
              keeps={keeps}
              onType={onType}
            />
          ))}
        </tbody>
      </table>
      <div className={c.foot}>
        <span>{t('law.leftMeans')}</span>
        {left > 0 ? (
          <button type="button" onClick={() => setShown((before) => before + more)}>
            {t(shown === few ? 'law.seeAll' : 'law.seeMore', { count: shown === few ? found.length : left })}
          </button>
        ) : null}
      </div>
    </Card>
  )
}

function Dish(props: {
  dish: RateChangeDish
  price: string
  netOfOne: string
  keeps: boolean
  onType: (product: number, price: string) => void
}) {
  const { t } = useTranslation()
  const { dish, price } = props
  const then = leftThen(dish, price, props.netOfOne)
  const known = (text: string | null | undefined) => (text == null ? '—' : amount(centimos(text)))
  const less = dish.left != null && then !== null && then < centimos(dish.left) - 50
  return (
    <tr>
      <th scope="row">{dish.name}</th>
      <td data-label={t('law.today')}>{amount(centimos(dish.price))}</td>
      <td data-label={t('law.left')} data-wide>
        {known(dish.left)}
      </td>
      <td data-label={t('law.leftIfSame')} data-tone="warning">
        {known(dish.left_if_same)}
      </td>
      {props.keeps ? null : (
        <td data-label={t('law.newPrice')} data-field>
          <MoneyInput
            bare
            label={t('law.priceOf', { dish: dish.name })}
            value={price}
            onChange={(text) => props.onType(dish.product_id, text)}
          />
        </td>
      )}
      {props.keeps ? null : (
        <td data-label={t('law.left')} data-strong data-tone={less ? 'warning' : undefined}>
          {then === null ? '—' : amount(then)}
        </td>
      )}
    </tr>
  )
}
