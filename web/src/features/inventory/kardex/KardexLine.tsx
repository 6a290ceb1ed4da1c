import {
  type Icon,
  IconArrowsExchange,
  IconChefHat,
  IconChevronDown,
  IconChevronRight,
  IconClipboardList,
  IconGift,
  IconPackageImport,
  IconReceipt,
  IconTrash,
  IconTruckDelivery,
  IconTruckReturn,
  IconUsers,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { ItemType, KardexReplay, KardexRow } from '../../../data/inventory/types'
import { aligned, isZero, unitCost } from '../../../ui/figures'
import { amount, centimos, clock, dayText, money, signed } from '../../../ui/format'
import { adjusts, type KardexEntry, linkOf } from './fold'
import c from './KardexTable.module.css'
import { lineDay, soldText } from './kardexTexts'

interface Of {
  item: ItemType
  decimals: number
  today: string
}

const icons: Record<string, Icon> = {
  PURCHASE: IconTruckDelivery,
  PURCHASE_NOTE: IconTruckReturn,
  ENTRY: IconPackageImport,
  OPENING: IconPackageImport,
  COUNT: IconClipboardList,
  WASTE_EXPIRED: IconTrash,
  WASTE_BROKEN: IconTrash,
  WASTE_KITCHEN: IconTrash,
  STAFF_MEAL: IconUsers,
  GIFT: IconGift,
  OWN_USE: IconUsers,
  PRODUCTION: IconChefHat,
  OTHER: IconArrowsExchange,
}

interface LineProps extends Of {
  row: KardexRow
  /** True for the first line of its day. */
  first: boolean
  /** An entry changed the cost of a unit. */
  costChanged?: boolean
  /** True when it took back what a document had moved. */
  takesBack?: boolean
  /** True for one of the sales that are folded into a line. */
  inside?: boolean
}

/** Shows one move of the kardex: reason, direction and balance; it opens its document. */
export function KardexLine(props: LineProps) {
  const { row, first, costChanged, takesBack, inside, item, decimals, today } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const link = linkOf(row, item)
  const said = t(`kardex.reasons.${row.reason}`)
  const reason = takesBack ? t('kardex.voided', { reason: said }) : said
  const entry = isZero(row.entry) ? '' : aligned(row.entry ?? '0', decimals)
  const Glyph = icons[row.reason] ?? IconReceipt
  return (
    // The click is for the mouse only; the link is there for the keyboard.
    <tr
      data-first={first || undefined}
      data-inside={inside || undefined}
      data-reversed={row.reversed || undefined}
      data-opens={link ? true : undefined}
      onClick={(event) => {
        if (!link || (event.target as HTMLElement).closest('a, button')) return
        if (!window.getSelection()?.toString()) void navigate(link)
      }}
    >
      <td data-cell="date">
        {first ? <b>{lineDay(row.business_day, today)}</b> : null} <time>{clock(row.date)}</time>
      </td>
      <th scope="row">
        <span className={c.why}>
          {inside ? null : (
            <span className={c.icon} data-in={entry ? true : undefined}>
              <Glyph size={18} stroke={1.8} aria-hidden="true" />
            </span>
          )}
          <span className={c.words}>
            {link ? (
              <Link to={link} aria-label={t('kardex.open', { document: row.document ?? reason })}>
                {reason}
              </Link>
            ) : (
              <b>{reason}</b>
            )}
            <small>
              <Detail row={row} />
            </small>
            {adjusts(row) ? (
              <small title={t('kardex.adjustmentText')}>
                {t('kardex.adjustment', { amount: signed(centimos(row.adjustment)) })}
              </small>
            ) : null}
            {row.replay ? <Replayed replay={row.replay} /> : null}
          </span>
        </span>
      </th>
      <Figures row={row} decimals={decimals} costChanged={costChanged} />
    </tr>
  )
}

const byHand = new Set(['inventory', 'count', 'production'])

/* Shows the document, the price and the user of a move. */
function Detail({ row }: { row: KardexRow }) {
  const { t } = useTranslation()
  const document = row.document ?? ''
  const price = Number(row.entry ?? 0) > 0 && row.unit_cost != null ? unitCost(row.unit_cost) : null
  const by = byHand.has(row.source.split(':')[0] ?? '') ? row.user_name : ''
  const lost = row.reason.startsWith('WASTE') && !row.reversed ? centimos(row.value) : 0
  const cost = lost < 0 ? t('kardex.lost', { amount: money(-lost) }) : ''
  return [price ? t('kardex.at', { document, price }).trim() : document, cost, by].filter(Boolean).join(', ')
}

/** Says that a document dated earlier changed the cost of the sales after it. */
function Replayed({ replay }: { replay: KardexReplay }) {
  const { t } = useTranslation()
  const known = replay.unknown_before < replay.sales
  return (
    <span
      className={c.replay}
      title={t('kardex.replayedWhy', {
        before: known ? unitCost(replay.cost_before) : t('kardex.noCost'),
        after: unitCost(replay.cost_after),
        first: dayText(replay.first_day ?? ''),
        last: dayText(replay.last_day ?? ''),
      })}
    >
      {replay.done ? t('kardex.replayed', { count: replay.sales }) : t('kardex.pending')}
    </span>
  )
}

type Sales = Extract<KardexEntry, { kind: 'sales' }>

/** Shows several sales in one line, which unfolds into each of them. */
export function SalesLine({
  entry,
  open,
  onTurn,
  decimals,
  today,
}: Omit<Of, 'item'> & { entry: Sales; open: boolean; onTurn: () => void }) {
  const { t } = useTranslation()
  const day = lineDay(entry.last.business_day, today)
  const Arrow = open ? IconChevronDown : IconChevronRight
  const { sums, last } = entry
  return (
    <tr
      data-first={entry.first || undefined}
      data-opens
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest('a, button') && !window.getSelection()?.toString())
          onTurn()
      }}
    >
      <td data-cell="date">{entry.first ? <b>{day}</b> : null}</td>
      <th scope="row">
        <span className={c.why}>
          <span className={c.icon}>
            <IconReceipt size={18} stroke={1.8} aria-hidden="true" />
          </span>
          <span className={c.words}>
            <button
              type="button"
              aria-expanded={open}
              aria-label={t(open ? 'kardex.hideSales' : 'kardex.showSales', { day })}
              onClick={onTurn}
            >
              {t('kardex.sales', { count: entry.said.sales })}
              <Arrow size={16} stroke={2} aria-hidden="true" />
            </button>
            <small>{soldText(entry.said, t)}</small>
          </span>
        </span>
      </th>
      <Figures row={{ ...last, entry: String(sums.entry), exit: String(sums.exit) }} decimals={decimals} />
    </tr>
  )
}

interface FiguresProps {
  row: KardexRow
  decimals: number
  costChanged?: boolean
}

function Figures({ row, decimals, costChanged }: FiguresProps) {
  const { t } = useTranslation()
  const entry = isZero(row.entry) ? '' : aligned(row.entry ?? '0', decimals)
  const exit = isZero(row.exit) ? '' : aligned(row.exit ?? '0', decimals)
  return (
    <>
      <td data-cell="in" data-label={entry ? t('kardex.in') : undefined}>
        {entry}
      </td>
      <td data-cell="out" data-label={exit ? t('kardex.out') : undefined}>
        {exit}
      </td>
      <td
        data-cell="balance"
        data-label={t('kardex.balance', { unit: '' }).trim()}
        data-below={Number(row.balance) < 0 || undefined}
      >
        {aligned(row.balance, decimals)}
      </td>
      <td
        data-cell="cost"
        data-label={t('kardex.cost', { symbol: '' }).trim()}
        data-changed={costChanged || undefined}
      >
        {row.balance_cost == null ? (
          <span title={t('kardex.noCostText')}>{t('kardex.noCost')}</span>
        ) : (
          unitCost(row.balance_cost)
        )}
      </td>
      <td data-cell="value">{row.balance_value == null ? '—' : amount(centimos(row.balance_value))}</td>
    </>
  )
}
