import { useTranslation } from 'react-i18next'
import { isNote, plainValue } from '../../data/cash/count'
import { amount, centimos } from '../../ui/format'
import { methodIcon } from '../../ui/paymentIcons'
import c from './CountRow.module.css'

interface RowProps {
  denomination: string
  /** The count; undefined while nobody has counted it, which is not zero. */
  count: string | undefined
  active: boolean
  onPick: () => void
}

/** Shows a note or coin, how many were counted, and their sum. */
export function CountRow({ denomination, count, active, onPick }: RowProps) {
  const { t } = useTranslation()
  const value = centimos(denomination)
  const note = isNote(denomination)
  const pieces = count ?? t('cash.toCount')
  return (
    <button
      type="button"
      className={c.row}
      aria-current={active}
      aria-label={
        value < 100
          ? t('cash.centsLabel', { count: value, pieces })
          : t('cash.rowLabel', { count: value / 100, pieces })
      }
      data-empty={!count || count === '0' || undefined}
      onClick={onPick}
    >
      <span className={note ? c.note : c.coin}>{plainValue(denomination)}</span>
      <span className={c.times}>×</span>
      <span className={c.count}>{count ?? '–'}</span>
      <span className={c.sum}>{amount(value * Number(count ?? 0))}</span>
    </button>
  )
}

interface MethodProps {
  name: string
  counted: string | undefined
  active: boolean
  onPick: () => void
}

/** Shows a payment method other than cash, with the total of its vouchers or of the phone. */
export function MethodKey({ name, counted, active, onPick }: MethodProps) {
  const { t } = useTranslation()
  const Glyph = methodIcon({ name, is_cash: false })
  return (
    <button
      type="button"
      className={c.method}
      aria-current={active}
      data-empty={counted === undefined || undefined}
      onClick={onPick}
    >
      <span>
        <Glyph size={18} stroke={1.9} aria-hidden="true" />
        {name}
      </span>
      <b>{counted === undefined ? t('cash.toCount') : amount(centimos(counted))}</b>
    </button>
  )
}
