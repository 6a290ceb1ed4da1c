import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemType, Kardex } from '../../../data/inventory/types'
import { useHouse } from '../../../session/house'
import type { Span } from '../../../ui/dates/periods'
import { aligned, decimalsIn, isZero, unitCost } from '../../../ui/figures'
import { amount, centimos, clock } from '../../../ui/format'
import { plusDays } from '../../../ui/zone'
import { foldKardex, type KardexEntry } from './fold'
import { KardexLine, SalesLine } from './KardexLine'
import c from './KardexTable.module.css'
import { lineDay } from './kardexTexts'

interface Props {
  kardex: Kardex
  span: Span
  today: string
  /** Only lines with these reasons are shown; if empty, all are. Balances count all lines all the same. */
  reasons: readonly string[]
  stale: boolean
}

/** Shows the kardex as a bank statement: the stock before, every line with its balance, the stock after. */
export function KardexTable({ kardex, span, today, reasons, stale }: Props) {
  const { t } = useTranslation()
  const symbol = useHouse((house) => house.currency_symbol)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const { measurement: unit } = kardex.item
  const wanted = kardex.rows.filter((row) => reasons.length === 0 || reasons.includes(row.reason))
  const entries = foldKardex(wanted, kardex.before_cost)
  const decimals = decimalsIn([
    kardex.before_quantity,
    kardex.after_quantity,
    ...wanted.flatMap((row) => [row.entry, row.exit, row.balance]),
  ])
  const turn = (key: string) => {
    const next = new Set(unfolded)
    if (!next.delete(key)) next.add(key)
    setUnfolded(next)
  }
  const line = { decimals, today, item: kardex.item.item_type }
  const isNow = span.to === null || span.to >= today
  return (
    <table className={c.table} data-stale={stale || undefined} data-sparse={reasons.length > 0 || undefined}>
      <caption className="sr">{`${t('kardex.title')}: ${kardex.item.name}`}</caption>
      <thead>
        <tr>
          <th scope="col">{t('kardex.date')}</th>
          <th scope="col">{t('kardex.why')}</th>
          <th scope="col">{t('kardex.in')}</th>
          <th scope="col">{t('kardex.out')}</th>
          <th scope="col">{t('kardex.balance', { unit })}</th>
          <th scope="col">{t('kardex.cost', { symbol })}</th>
          <th scope="col">{t('kardex.value', { symbol })}</th>
        </tr>
      </thead>
      <tbody>
        <Balance
          label={
            span.from
              ? t('kardex.opening', { day: lineDay(plusDays(span.from, -1), today) })
              : t('kardex.openingFirst')
          }
          quantity={aligned(kardex.before_quantity, decimals)}
          cost={kardex.before_cost}
          value={kardex.before_value}
          empty={isZero(kardex.before_quantity)}
        />
        {entries.flatMap((entry) => lines(entry, unfolded, turn, line))}
        {entries.length === 0 ? (
          <tr className={c.nothing}>
            <td colSpan={7}>{t('kardex.nothing')}</td>
          </tr>
        ) : null}
      </tbody>
      <tfoot>
        <Balance
          label={t('kardex.closing', {
            when: isNow ? `${lineDay(today, today)} ${clock(Date.now())}` : lineDay(span.to ?? today, today),
          })}
          entries={isZero(kardex.entries) ? '' : aligned(kardex.entries, decimals)}
          exits={isZero(kardex.exits) ? '' : aligned(kardex.exits, decimals)}
          quantity={aligned(kardex.after_quantity, decimals)}
          cost={kardex.after_cost}
          value={kardex.after_value}
          empty={isZero(kardex.after_quantity)}
          pending={kardex.pending}
        />
      </tfoot>
    </table>
  )
}

interface Of {
  item: ItemType
  decimals: number
  today: string
}

function lines(entry: KardexEntry, unfolded: ReadonlySet<string>, turn: (key: string) => void, of: Of) {
  if (entry.kind === 'row') {
    const { row, kind: _, ...said } = entry
    return [<KardexLine key={row.id} row={row} {...said} {...of} />]
  }
  const open = unfolded.has(entry.key)
  return [
    <SalesLine key={entry.key} entry={entry} open={open} onTurn={() => turn(entry.key)} {...of} />,
    ...(open
      ? entry.rows.map((row) => <KardexLine key={row.id} row={row} first={false} inside {...of} />)
      : []),
  ]
}

interface BalanceProps {
  label: string
  entries?: string
  exits?: string
  quantity: string
  cost: string | null | undefined
  value: string | null | undefined
  /** The quantity is zero, so a missing cost shows as a dash. */
  empty: boolean
  pending?: boolean
}

/** Shows the balance before the first line, or after the last. */
function Balance({ label, entries = '', exits = '', quantity, cost, value, empty, pending }: BalanceProps) {
  const { t } = useTranslation()
  return (
    <tr className={c.balance}>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td data-cell="in" data-label={entries ? t('kardex.in') : undefined}>
        {entries}
      </td>
      <td data-cell="out" data-label={exits ? t('kardex.out') : undefined}>
        {exits}
      </td>
      <td data-cell="balance" data-label={t('kardex.balance', { unit: '' }).trim()}>
        {quantity}
      </td>
      <td data-cell="cost" data-label={t('kardex.cost', { symbol: '' }).trim()}>
        {cost == null ? (
          empty ? (
            '—'
          ) : (
            <span title={t('kardex.noCostText')}>{t('kardex.noCost')}</span>
          )
        ) : (
          unitCost(cost)
        )}
      </td>
      <td data-cell="value">
        {pending ? <small>{t('kardex.pending')}</small> : value === null ? '—' : amount(centimos(value))}
      </td>
    </tr>
  )
}
