import {
  IconAlertTriangle,
  IconChartLine,
  IconClockHour4,
  IconNotebook,
  IconPencil,
  IconShoppingCart,
  IconTrash,
  IconTrendingUp,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { itemText, kardexOf } from '../../../data/inventory/item'
import type { StockRow } from '../../../data/inventory/types'
import { fullness, plain, unitCost } from '../../../ui/figures'
import { amount, centimos, date } from '../../../ui/format'
import { popItem } from '../../../ui/PopMenu'
import { RowMenu } from '../../../ui/RowMenu'
import { useAddress } from '../../../ui/useAddress'
import { pricesOf } from '../../../widgets/prices/PriceHistory'
import c from './Stock.module.css'

/** Shows one item: its stock against the minimum, how long it lasts, and what it is worth. */
export function StockLine({ row, provider }: { row: StockRow; provider: string | undefined }) {
  const { t } = useTranslation()
  const low = row.is_negative ? 'bad' : row.is_below_minimum ? 'warning' : undefined
  return (
    <tr>
      <th scope="row">
        <Link className={c.name} to={kardexOf({ type: row.item_type, id: row.item_id })}>
          {row.name}
        </Link>
        <small>{row.category ?? t(`stockList.kinds.${row.item_type}`)}</small>
      </th>
      <td data-cell="stock" data-align="right" data-tone={low}>
        <b>{plain(row.stock)}</b> <small>{row.measurement}</small>
      </td>
      <td data-cell="bar">
        <Against row={row} />
      </td>
      <td data-cell="cover" data-align="right" data-label={t('stockList.cover')}>
        <Cover row={row} />
      </td>
      <td data-cell="cost" data-align="right" data-label={t('stockList.cost', { symbol: '' }).trim()}>
        {row.unit_cost == null ? (
          <span className={c.quiet}>{row.pending ? '—' : t('stockList.noCost')}</span>
        ) : (
          unitCost(row.unit_cost)
        )}
      </td>
      <td data-cell="value" data-align="right" data-label={t('stockList.value', { symbol: '' }).trim()}>
        {row.pending ? (
          <span className={c.pending}>
            <IconClockHour4 size={15} stroke={2} aria-hidden="true" />
            {t('stockList.pending')}
          </span>
        ) : row.value == null ? (
          <span className={c.quiet}>—</span>
        ) : (
          amount(centimos(row.value))
        )}
      </td>
      <td data-cell="last">
        <LastPurchase last={row.last_purchase} provider={provider} />
      </td>
      <td data-cell="menu">
        <Menu row={row} />
      </td>
    </tr>
  )
}

/** A bar whose middle is the minimum, with the same in words. */
function Against({ row }: { row: StockRow }) {
  const { t } = useTranslation()
  const min = Number(row.min_stock)
  const tone = row.is_negative ? 'bad' : row.is_below_minimum ? 'warning' : undefined
  const words = { min: plain(row.min_stock), unit: row.measurement }
  return (
    <>
      <span className={c.bar} data-tone={tone} data-without={min <= 0 || undefined} aria-hidden="true">
        <i style={{ width: `${fullness(row.stock, row.min_stock) * 100}%` }} />
      </span>
      <span className={c.words} data-tone={tone}>
        {tone ? <IconAlertTriangle size={15} stroke={2} aria-hidden="true" /> : null}
        {row.is_negative
          ? t('stockList.isNegative')
          : row.is_below_minimum
            ? t('stockList.isBelow', words)
            : min > 0
              ? t('stockList.minimumIs', words)
              : t('stockList.noMinimum')}
      </span>
    </>
  )
}

function Cover({ row }: { row: StockRow }) {
  const { t } = useTranslation()
  if (Number(row.stock) <= 0) return <span className={c.gone}>{t('stockList.gone')}</span>
  if (row.cover_days == null)
    return (
      <span className={c.quiet} title={t('stockList.unusedLong')}>
        {t('stockList.unused')}
      </span>
    )
  const days = Math.floor(Number(row.cover_days))
  if (days >= 365) return t('stockList.year')
  return days < 1 ? t('stockList.lessThanDay') : t('stockList.days', { count: days })
}

function LastPurchase({ last, provider }: { last: StockRow['last_purchase']; provider: string | undefined }) {
  const { t } = useTranslation()
  if (!last) return <small>{t('stockList.noPurchase')}</small>
  const change = Math.round(Number(last.change_percent ?? 0))
  return (
    <>
      <span className={c.day}>
        {date(last.date).slice(0, 5)}
        {change > 0 ? (
          <span className={c.rose}>
            <IconTrendingUp size={15} stroke={2.1} aria-hidden="true" />
            {t('stockList.rose', { percent: change })}
          </span>
        ) : null}
      </span>
      <small>{provider}</small>
    </>
  )
}

function Menu({ row }: { row: StockRow }) {
  const { t } = useTranslation()
  const [, change] = useAddress()
  const item = { type: row.item_type, id: row.item_id }
  return (
    <RowMenu label={t('lists.actionsOf', { name: row.name })}>
      <Link className={popItem} to={kardexOf(item)}>
        <IconNotebook size={20} stroke={1.8} aria-hidden="true" />
        {t('stockList.kardex')}
      </Link>
      <button type="button" className={popItem} onClick={() => change(pricesOf(item))}>
        <IconChartLine size={20} stroke={1.8} aria-hidden="true" />
        {t('prices.open')}
      </button>
      <button type="button" className={popItem} onClick={() => change({ open: itemText(item) })}>
        <IconPencil size={20} stroke={1.8} aria-hidden="true" />
        {t('lists.edit')}
      </button>
      <button type="button" className={popItem} onClick={() => change({ waste: itemText(item) })}>
        <IconTrash size={20} stroke={1.8} aria-hidden="true" />
        {t('stockList.waste')}
      </button>
      <Link className={popItem} to={`/purchase/create?item=${itemText(item)}`}>
        <IconShoppingCart size={20} stroke={1.8} aria-hidden="true" />
        {t('stockList.buy')}
      </Link>
    </RowMenu>
  )
}
