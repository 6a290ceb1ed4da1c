import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../../api/model'
import { amount, centimos, quantity } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import c from './TopProducts.module.css'

/** Lists the best-selling products by pieces; the bar only repeats the number beside it. */
export function TopProducts({ products }: { products: Dashboard['top_products'] }) {
  const { t } = useTranslation()
  const most = Math.max(...products.map((product) => Number(product.quantity)), 1)
  return (
    <Card padded label={t('dashboard.top')}>
      <h2 className={c.title}>{t('dashboard.top')}</h2>
      <p className={c.text}>{products.length > 0 ? t('dashboard.topText') : t('dashboard.noSales')}</p>
      <ol className={c.list}>
        {products.map((product, index) => (
          <li key={product.name}>
            <span className={c.rank}>{index + 1}</span>
            <span className={c.name}>{product.name}</span>
            <span className={c.bar} aria-hidden="true">
              <i style={{ width: `${(Number(product.quantity) / most) * 100}%` }} />
            </span>
            <b>
              {quantity(product.quantity)}
              <span className="sr"> {t('dashboard.units')}</span>
            </b>
            <span className={c.value}>{amount(centimos(product.total))}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
