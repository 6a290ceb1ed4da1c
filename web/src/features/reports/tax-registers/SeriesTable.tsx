import { useTranslation } from 'react-i18next'
import type { RegisterSeries, SalesRegister } from '../../../api/model'
import { number } from '../../../i18n/region'
import { monthText } from '../../../ui/dates/months'
import { amount, centimos, money } from '../../../ui/format'
import { Empty } from '../../../ui/LoadState'
import { kindOf, numberText } from './checks'
import { textOf } from './months'
import c from './Register.module.css'
import r from './RegisterTable.module.css'

/** Lists a month's sales by series, with the sum at the foot. */
export function SeriesTable({ register }: { register: SalesRegister }) {
  const { t } = useTranslation()
  const { series, totals } = register
  const title = t('register.sum', {
    month: monthText(textOf(register)),
    total: money(centimos(totals.total)),
    igv: amount(centimos(totals.igv)),
  })
  const documents = t('register.documents', { count: totals.count })
  return (
    <section className={c.card} aria-label={t('register.title')}>
      <header className={c.head}>
        <h2>{title}</h2>
        <p>
          {t(register.include_sale_notes ? 'register.withNotes' : 'register.withoutNotes', { documents })}
        </p>
      </header>
      {series.length === 0 ? (
        <Empty title={t('register.empty')} text={t('register.emptyText')} />
      ) : (
        <table className={r.table}>
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('register.series')}</th>
              <th scope="col">{t('register.numbers')}</th>
              {(['count', 'base', 'igv', 'total'] as const).map((column) => (
                <th key={column} scope="col" data-align="right">
                  {t(`register.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {series.map((row) => (
              <tr key={`${row.document_type} ${row.serie}`}>
                <th scope="row">
                  {row.serie}
                  <Kind row={row} />
                </th>
                <td data-number data-label={t('register.numbers')}>
                  {numberText(row.first)}
                  {row.last === row.first ? null : (
                    <small>{t('register.upTo', { number: numberText(row.last) })}</small>
                  )}
                </td>
                <Sums of={row} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('register.all')}</th>
              <td />
              <Sums of={totals} />
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  )
}

function Kind({ row }: { row: RegisterSeries }) {
  const { t } = useTranslation()
  const kind = kindOf(row.document_type, row.serie)
  return kind ? <small>{t(`register.kinds.${kind}`)}</small> : null
}

/** Shows the figures of a row; those that most months do not have stand below the one they belong to. */
function Sums({ of }: { of: SalesRegister['totals'] }) {
  const { t } = useTranslation()
  const exempt = centimos(of.exempt)
  const bagTax = centimos(of.bag_tax)
  const charges = centimos(of.other_charges)
  return (
    <>
      <td data-align="right" data-label={t('register.count')}>
        {number(of.count)}
        {of.voided > 0 ? <small>{t('register.voided', { count: of.voided })}</small> : null}
        {of.rejected > 0 ? <small>{t('register.rejected', { count: of.rejected })}</small> : null}
      </td>
      <td data-align="right" data-label={t('register.base')}>
        {amount(centimos(of.base))}
        {exempt === 0 ? null : <small>{t('register.exempt', { amount: amount(exempt) })}</small>}
      </td>
      <td data-align="right" data-label={t('register.igv')}>
        {amount(centimos(of.igv))}
        {bagTax === 0 ? null : <small>{t('register.bagTax', { amount: amount(bagTax) })}</small>}
      </td>
      <td data-align="right" data-label={t('register.total')}>
        <b>{amount(centimos(of.total))}</b>
        {charges === 0 ? null : <small>{t('register.charges', { amount: amount(charges) })}</small>}
      </td>
    </>
  )
}
