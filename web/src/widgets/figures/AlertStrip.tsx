import type { Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import c from './AlertStrip.module.css'

/** A kind of alert, and the name of its number in the totals. */
export type AlertKind<K extends string, N extends string> = readonly [
  key: K,
  total: N,
  icon: Icon,
  tone: 'warning' | 'bad' | 'quiet',
]

interface Props<K extends string, N extends string> {
  kinds: readonly AlertKind<K, N>[]
  /** It is undefined while the numbers are being fetched. */
  totals: Readonly<Record<N, number>> | undefined
  words: (key: K, count: number) => string
  chosen: readonly string[]
  onChoose: (key: K | null) => void
}

/** Shows each kind of alert with its number; a tap filters the list by it. */
export function AlertStrip<K extends string, N extends string>(props: Props<K, N>) {
  const { t } = useTranslation()
  const { kinds, totals, words, chosen, onChoose } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a strip in every browser
    <div className={c.strip} role="group" aria-label={t('stockList.alerts')} data-count={kinds.length}>
      {kinds.map(([key, total, Glyph, tone]) => {
        const on = chosen.includes(key)
        const count = totals?.[total]
        return (
          <button
            key={key}
            type="button"
            aria-pressed={on}
            data-tone={count ? tone : 'quiet'}
            onClick={() => onChoose(on ? null : key)}
          >
            <Glyph size={22} stroke={1.9} aria-hidden="true" />
            <b>{count ?? '–'}</b>
            <span>{words(key, count ?? 0)}</span>
          </button>
        )
      })}
    </div>
  )
}
