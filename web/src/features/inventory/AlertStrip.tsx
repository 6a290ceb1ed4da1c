import type { Icon } from '@tabler/icons-react'
import c from './AlertStrip.module.css'

export interface Alert<K extends string> {
  key: K
  /** Absent while it is being asked for. */
  count: number | undefined
  words: string
  tone: 'warning' | 'bad' | 'quiet'
  icon: Icon
}

interface Props<K extends string> {
  label: string
  alerts: readonly Alert<K>[]
  chosen: string[]
  onChoose: (key: K | null) => void
}

/** What needs somebody, with how many; each shows only those. */
export function AlertStrip<K extends string>({ label, alerts, chosen, onChoose }: Props<K>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a strip in every browser
    <div className={c.strip} role="group" aria-label={label} data-count={alerts.length}>
      {alerts.map(({ key, count, words, tone, icon: Glyph }) => {
        const on = chosen.includes(key)
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
            <span>{words}</span>
          </button>
        )
      })}
    </div>
  )
}
