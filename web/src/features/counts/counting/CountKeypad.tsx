import { IconArrowRight, IconBackspace } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { region } from '../../../i18n/region'
import { useUser } from '../../../session/session'
import { useShortcuts } from '../../../ui/shortcuts'
import { useScanner } from '../../../ui/useScanner'
import { pluralOf, type ShownCountLine, typedQuantity } from '../countLines'
import c from './CountKeypad.module.css'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'] as const

interface Props {
  line: ShownCountLine
  onPut: (quantity: string, unit: number) => void
  onMove: (by: number) => void
  /** Goes to the line of a code; returns whether there is one. */
  onCode: (code: string) => boolean
}

/** Counts one item by keys. The first key replaces a value that was counted already. */
export function CountKeypad({ line, onPut, onMove, onCode }: Props) {
  const { t } = useTranslation()
  const [value, setValue] = useState(line.typed)
  const [fresh, setFresh] = useState(true)
  const [unit, setUnit] = useState(line.unit)
  // Enter goes on to the next item; it does not press again what was tapped last, such as a key of the pad or the search.
  const root = useRef<HTMLDivElement>(null)
  const focus = () => root.current?.focus({ preventScroll: true })
  useEffect(focus, [])
  const press = (key: string) => {
    setValue(typedQuantity(fresh && key !== 'Backspace' ? '' : value, key))
    setFresh(false)
  }
  // With Tab and Space the focus stays on the pad, where the next digit is.
  const tap = (key: string, event: MouseEvent) => {
    if (event.detail > 0) focus()
    press(key)
  }
  const typeKey = (key: string) => {
    focus()
    press(key)
  }
  const ready = value !== '' && value !== '.'
  const next = () => ready && onPut(value.replace(/\.$/, ''), unit)
  useScanner(
    () => [value, fresh] as const,
    (code, [before, was]) => {
      setValue(before)
      setFresh(was)
      return onCode(code)
    },
  )
  useShortcuts({
    ...Object.fromEntries([...'0123456789.,', 'Backspace'].map((key) => [key, () => typeKey(key)])),
    Enter: () => void next(),
    ArrowUp: () => onMove(-1),
    ArrowDown: () => onMove(1),
  })
  const chosen = line.units.find((each) => each.measurement_id === unit)
  const words = pluralOf(chosen?.name ?? line.measurement).toLowerCase()
  return (
    <div className={c.line} ref={root} tabIndex={-1}>
      <div className={c.item}>
        <h2>{line.name}</h2>
        <p>{[line.category, line.place].filter(Boolean).join(' · ')}</p>
        <Again line={line} />
      </div>
      {line.units.length > 1 ? (
        <div className={c.units} role="radiogroup" aria-label={t('counts.counting.units')}>
          {line.units.map((each) => (
            // biome-ignore lint/a11y/useSemanticElements: a key for a thumb, not the small circle of a radio
            <button
              key={each.measurement_id}
              type="button"
              role="radio"
              aria-checked={each.measurement_id === unit}
              onClick={() => setUnit(each.measurement_id)}
            >
              {pluralOf(each.name)}
            </button>
          ))}
        </div>
      ) : null}
      <output className={c.value} aria-label={t('counts.counting.typed')} data-fresh={fresh || undefined}>
        {value ? <b>{value.replace('.', region().decimalSign)}</b> : null}
        <i aria-hidden="true" />
        <span>{value ? words : t('counts.counting.empty')}</span>
      </output>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser */}
      <div className={c.keys} role="group" aria-label={t('common.numericPad')}>
        {keys.map((key) => (
          <button key={key} type="button" onClick={(event) => tap(key, event)}>
            {key === '.' ? region().decimalSign : key}
          </button>
        ))}
        <button type="button" aria-label={t('common.backspace')} onClick={(event) => tap('Backspace', event)}>
          <IconBackspace size={28} stroke={1.8} aria-hidden="true" />
        </button>
      </div>
      <div className={c.foot}>
        <button type="button" className={c.none} onClick={() => onPut('0', unit)}>
          {t('counts.counting.none')}
        </button>
        <button type="button" className={c.next} disabled={!ready} onClick={next}>
          {t('counts.counting.next')}
          <IconArrowRight size={24} stroke={2} aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}

/** Says that the item is counted once more, who counted it before, and that another person should do it. */
function Again({ line }: { line: ShownCountLine }) {
  const { t } = useTranslation()
  const user = useUser()
  if (!line.recount) return null
  const { by_user_id: by, by_name: name } = line.recount
  const text =
    line.counted_by_id === user.id
      ? t('counts.counting.againOwn')
      : by && by !== user.id && name
        ? t('counts.counting.againBy', { name })
        : t('counts.counting.againText')
  return (
    <p className={c.again}>
      <b>{t('counts.counting.again')}</b> {text}
    </p>
  )
}
