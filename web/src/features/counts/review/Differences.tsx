import { useTranslation } from 'react-i18next'
import type { StockCount } from '../../../api/model'
import { useHouse } from '../../../session/house'
import { aligned, decimalsIn, plain } from '../../../ui/figures'
import { amount, centimos, clock } from '../../../ui/format'
import { firstNames } from '../countLines'
import { groupReviewedLines, type Reviewed } from './differences'
import { RecountCell } from './RecountCell'
import c from './Review.module.css'

/** Lists the items that differ, each with a button to count it once more; those that agree or were not counted are folded. */
export function Differences({ count }: { count: StockCount }) {
  const { t } = useTranslation()
  const symbol = useHouse((house) => house.currency_symbol)
  const { different, matching, left } = groupReviewedLines(count)
  const open = count.status === 'REVIEW'
  return (
    <>
      {different.length === 0 ? (
        <p className={c.nothing}>{t('counts.review.noDifferences')}</p>
      ) : (
        <table className={c.table}>
          <caption className="sr">{t('counts.review.differences')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('counts.review.differences')}</th>
              <th scope="col">{t('counts.review.expected')}</th>
              <th scope="col">{t('counts.review.found')}</th>
              <th scope="col">{t('counts.review.difference')}</th>
              <th scope="col">{t('counts.review.value', { symbol })}</th>
              <th scope="col">{t('counts.review.recount')}</th>
            </tr>
          </thead>
          <tbody>
            {different.map((line) => (
              <Row key={line.id} line={line} count={count} open={open} />
            ))}
          </tbody>
        </table>
      )}
      <Folded title={t('counts.review.left', { count: left.length })} lines={left} />
      <Folded title={t('counts.review.match', { count: matching.length })} lines={matching} />
    </>
  )
}

function Row({ line, count, open }: { line: Reviewed; count: StockCount; open: boolean }) {
  const { t } = useTranslation()
  const { review } = line
  const decimals = decimalsIn([review.expected, review.counted, review.difference])
  const missing = Number(review.difference) < 0
  const sign = missing ? '' : '+'
  const who = line.counted_by ? firstNames([line.counted_by]) : ''
  const when = line.counted_at ? clock(line.counted_at) : ''
  return (
    <tr>
      <th scope="row">
        {line.name}
        <small>
          {[line.category, `${who} ${when}`.trim()].filter(Boolean).join(' · ')}
          {Number(review.sold_meanwhile) > 0
            ? ` · ${t('counts.review.soldOf', { quantity: `${plain(review.sold_meanwhile)} ${line.measurement}` })}`
            : ''}
        </small>
      </th>
      <td data-label={t('counts.review.expected')} data-quiet>
        {aligned(review.expected, decimals)}
      </td>
      <td data-label={t('counts.review.found')}>
        {aligned(review.counted ?? '0', decimals)} <small>{line.measurement}</small>
      </td>
      <td data-label={t('counts.review.difference')}>
        <b data-bad={missing || undefined}>
          {sign}
          {aligned(review.difference ?? '0', decimals)}
        </b>{' '}
        <small>{line.measurement}</small>
      </td>
      <td data-label={t('counts.review.value', { symbol: '' }).trim()}>
        {review.value == null ? (
          <small>{t('counts.review.noCost')}</small>
        ) : (
          <b>{amount(centimos(review.value))}</b>
        )}
      </td>
      <td data-recount>
        <RecountCell line={line} count={count} open={open} />
      </td>
    </tr>
  )
}

function Folded({ title, lines }: { title: string; lines: Reviewed[] }) {
  if (lines.length === 0) return null
  return (
    <details className={c.folded}>
      <summary>{title}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            <span>
              {line.name} <small>{line.category}</small>
            </span>
            <span>
              {plain(line.review.counted ?? line.review.expected)} <small>{line.measurement}</small>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
