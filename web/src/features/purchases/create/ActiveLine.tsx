import { NativeSelect } from '@mantine/core'
import { IconArrowsExchange, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { purchaseUnits } from '../items'
import { Digits } from './Digits'
import { LineNote } from './LineNote'
import { type LineProps, priceText, totalText } from './LineRow'
import c from './Lines.module.css'

interface Props extends LineProps {
  at: number
  onChange: (part: Partial<LineProps['line']>) => void
  onToggle: () => void
  onRemove: () => void
  /** It moves the focus to the price of this line. */
  onPrice: () => void
  onNext: () => void
  onUp: () => void
  onDown: () => void
}

/** The one line that is being typed: quantity, unit and price or total; Enter goes on to the next field. */
export function ActiveLine(props: Props) {
  const { line, units, error, at, onChange, onToggle, onRemove, onPrice, onNext, onUp, onDown } = props
  const { t } = useTranslation()
  const keys = (onEnter: () => void) => (event: KeyboardEvent) => {
    const action = { Enter: onEnter, ArrowUp: onUp, ArrowDown: onDown }[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  const ofTotal = line.by === 'total'
  return (
    <li className={c.line} data-active data-bad={error ? true : undefined}>
      <span className={c.name}>
        <b>{line.name}</b>
        {error ? (
          <span className={c.error} role="alert">
            {error}
          </span>
        ) : null}
        <LineNote {...props} />
      </span>
      <span className={c.quantity}>
        <Digits
          label={t('purchases.quantityOf', { name: line.name })}
          bare
          at={`${at}.quantity`}
          decimals={6}
          value={line.quantity}
          error={!!error}
          onChange={(quantity) => onChange({ quantity })}
          onKeyDown={keys(onPrice)}
        />
        <small aria-hidden="true">{t('purchases.quantity')}</small>
      </span>
      <UnitField line={line} units={units} onChange={(measurement_id) => onChange({ measurement_id })} />
      <span className={c.price}>
        {ofTotal ? (
          priceText(line)
        ) : (
          <Digits
            label={t('purchases.priceOf', { name: line.name })}
            bare
            at={`${at}.price`}
            decimals={6}
            least={2}
            value={line.price}
            error={!!error}
            onChange={(price) => onChange({ price })}
            onKeyDown={keys(onNext)}
          />
        )}
        <small aria-hidden="true">{t('purchases.price')}</small>
      </span>
      <span className={c.total}>
        {ofTotal ? (
          <Digits
            label={t('purchases.totalOf', { name: line.name })}
            bare
            at={`${at}.price`}
            least={2}
            value={line.total}
            error={!!error}
            onChange={(total) => onChange({ total })}
            onKeyDown={keys(onNext)}
          />
        ) : (
          <b>{totalText(line)}</b>
        )}
        <small aria-hidden="true">{t('purchases.total')}</small>
      </span>
      <span className={c.tools}>
        <button type="button" onClick={onToggle}>
          <IconArrowsExchange size={18} stroke={1.9} aria-hidden="true" />
          {t(ofTotal ? 'purchases.typePrice' : 'purchases.typeTotal')}
        </button>
        <button type="button" onClick={onRemove}>
          <IconTrash size={18} stroke={1.9} aria-hidden="true" />
          {t('purchases.removeLine')}
        </button>
      </span>
    </li>
  )
}

interface UnitProps extends Pick<LineProps, 'line' | 'units'> {
  onChange: (unit: number | null) => void
}

/** Chooses the unit of the quantity, of those that measure the same as the item's own. */
function UnitField({ line, units, onChange }: UnitProps) {
  const { t } = useTranslation()
  return (
    <span className={c.unit}>
      <NativeSelect
        aria-label={t('purchases.unitOf', { name: line.name })}
        value={line.measurement_id ?? ''}
        onChange={(event) => onChange(Number(event.currentTarget.value) || null)}
        data={[
          ...(line.measurement_id === null ? [{ value: '', label: '—' }] : []),
          ...purchaseUnits(units, line.own_id).map((unit) => ({
            value: String(unit.id),
            label: unit.symbol,
          })),
        ]}
      />
      <small aria-hidden="true">{t('purchases.unit')}</small>
    </span>
  )
}
