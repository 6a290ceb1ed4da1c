import { useTranslation } from 'react-i18next'
import type { PurchaseRegister } from '../../../api/model'
import { number } from '../../../i18n/region'
import { monthText } from '../../../ui/dates/months'
import { amount, centimos, money } from '../../../ui/format'
import { Empty } from '../../../ui/LoadState'
import { textOf } from './months'
import c from './Register.module.css'
import r from './RegisterTable.module.css'

/** Lists a month's purchases by provider, with the sum at the foot. */
export function SellerTable({ register }: { register: PurchaseRegister }) {
  const { t } = useTranslation()
  const { sellers, totals } = register
  const columns = columnsOf(register)
  const title = t('register.purchases.sum', {
    month: monthText(textOf(register)),
    igv: money(centimos(totals.igv)),
    total: amount(centimos(totals.total)),
  })
  return (
    <section className={c.card} aria-label={t('register.purchases.title')}>
      <header className={c.head}>
        <h2>{title}</h2>
        <p>{t('register.purchases.sumText')}</p>
      </header>
      {sellers.length === 0 ? (
        <Empty title={t('register.purchases.empty')} text={t('register.purchases.emptyText')} />
      ) : (
        <table className={r.table}>
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('register.purchases.seller')}</th>
              {columns.map((column) => (
                <th key={column} scope="col" data-align="right">
                  {t(`register.purchases.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sellers.map((row) => (
              <tr key={`${row.document_type} ${row.provider_document}`}>
                <th scope="row">
                  {row.provider_name}
                  <small>
                    {t(`register.purchases.papers.${row.document_type}`)}, {row.provider_document}
                  </small>
                </th>
                <Sums of={row} columns={columns} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('register.all')}</th>
              <Sums of={totals} columns={columns} />
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  )
}

type Totals = PurchaseRegister['totals']

/* The columns with any value: few months have charges. */
const columnsOf = ({ sellers }: PurchaseRegister) =>
  (['count', 'base', 'igv', 'untaxed', 'charges', 'total'] as const).filter(
    (column) => column !== 'charges' || sellers.some(({ charges }) => centimos(charges) !== 0),
  )

function Sums({ of, columns }: { of: Totals; columns: ReturnType<typeof columnsOf> }) {
  const { t } = useTranslation()
  return columns.map((column) => (
    <td key={column} data-align="right" data-label={t(`register.purchases.${column}`)}>
      {column === 'count' ? number(of.count) : amount(centimos(of[column]))}
    </td>
  ))
}
