import { IconAlertTriangle, IconClockHour4 } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SaleProduct } from '../../api/model'
import { plateOf } from '../../ui/dishes'
import { amount, charged, quantity } from '../../ui/format'
import { measureText, perUnit } from '../../ui/measure'
import { Plate } from '../../ui/Plate'
import { Holds } from './allergy/Holds'
import c from './ProductTile.module.css'

/** From this stock down a waiter has to know the number before promising one; tills hear of each change then. */
const few = 10
const isFew = (product: SaleProduct) => product.stock_left != null && Number(product.stock_left) <= few

const stockOf = ({ sale_unit, stock_left }: SaleProduct) => {
  const measure = stock_left ?? '0'
  return measureText({ sale_unit, measure }) || quantity(measure)
}

interface Props {
  product: SaleProduct
  price: number
  /** The price without schedules. */
  regular: number
  /** The product as its schedules make it now. */
  now: SaleProduct['now'][number] | undefined
  /** The units in the account that are not sent yet. */
  count: number
  /** What it contains that the account must avoid, in words. */
  holds: string | undefined
  /** Its marks, in words. */
  marks: string | undefined
  /** True when the plate is drawn: in a long menu only of products that were in sight. */
  isDrawn: boolean
  onPick: (product: SaleProduct) => void
}

export const ProductTile = memo(function ProductTile(props: Props) {
  const { product, price, regular, now, count, holds, marks, isDrawn, onPick } = props
  const { t } = useTranslation()
  const off = product.sold_out || now?.closed != null
  return (
    <button
      type="button"
      className={c.tile}
      data-product={product.id}
      data-off={off || undefined}
      data-later={(!product.sold_out && off) || undefined}
      data-on={count > 0 || undefined}
      disabled={off}
      onClick={() => onPick(product)}
    >
      <span className={c.name}>{product.name}</span>
      {marks ? <span className={c.marks}>{marks}</span> : null}
      {holds ? <Holds text={holds} onTile /> : null}
      <span className={c.picture}>
        {product.image ? (
          <img src={product.image} alt="" loading="lazy" />
        ) : isDrawn ? (
          <Plate dish={plateOf(product)} size={98} />
        ) : null}
      </span>
      <span className={c.foot}>
        {product.sold_out ? (
          <span className={c.sold}>
            <IconAlertTriangle size={14} stroke={2.2} aria-hidden="true" />
            {t('orders.soldOut')}
          </span>
        ) : now?.closed ? (
          <span className={c.timed}>
            <IconClockHour4 size={14} stroke={2.2} aria-hidden="true" />
            {now.closed.opens ? t('orders.soldFrom', { time: now.closed.opens }) : t('orders.notSoldNow')}
          </span>
        ) : (
          <>
            {price < regular ? (
              <s>
                <span className="sr">{t('orders.insteadOf')} </span>
                {amount(charged(regular, 1))}
              </s>
            ) : null}
            <b>{amount(charged(price, 1))}</b>
            <span className={c.per}>{perUnit(product)}</span>
            {now?.price?.until ? (
              <span className={c.timed} title={now.price.schedule}>
                <IconClockHour4 size={14} stroke={2.2} aria-hidden="true" />
                {t('orders.priceUntil', { time: now.price.until })}
              </span>
            ) : null}
            {isFew(product) ? (
              <span className={c.left}>{t('orders.left', { left: stockOf(product) })}</span>
            ) : null}
          </>
        )}
      </span>
      {count > 0 ? (
        <span className={c.badge}>
          <span className="sr">{t('orders.inAccount')} </span>
          {count}
        </span>
      ) : null}
    </button>
  )
})
