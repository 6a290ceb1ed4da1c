import { useTranslation } from 'react-i18next'
import c from './LineChart.module.css'
import { useWalk } from './useWalk'

export interface LinePoint {
  key: string
  name: string
  fullName: string
  /** The value; null when it is unknown, where the line has a gap. */
  value: number | null
}

interface Props {
  label: string
  points: readonly LinePoint[]
  /** Formats a value. */
  text: (value: number) => string
  onOpen: (key: string) => void
}

/**
 * Returns the height of each point from 0 (bottom) to 1, with some room below the lowest and above the highest; null for an
 * unknown value.
 */
export function placesOf(points: readonly LinePoint[]): (number | null)[] {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = high - low
  return points.map(({ value }) => {
    if (value === null) return null
    return span === 0 ? 0.5 : 0.15 + (0.75 * (value - low)) / span
  })
}

/** Returns the points that show their value: the first, the last, the lowest and the highest. */
export function namedOf(points: readonly LinePoint[]): Set<string> {
  const known = points.filter((point) => point.value !== null)
  const sorted = known.toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))
  return new Set([known[0], known.at(-1), sorted[0], sorted.at(-1)].flatMap((each) => each?.key ?? []))
}

/** Draws a share over time as a line; arrows go from point to point. */
export function LineChart({ label, points, text, onOpen }: Props) {
  const { t } = useTranslation()
  const walk = useWalk()
  const places = placesOf(points)
  const named = namedOf(points)
  const middle = (at: number) => ((at + 0.5) / points.length) * 100
  const pairs = points.flatMap((point, at) => {
    const [from, to] = [places[at], places[at + 1]]
    return from == null || to == null ? [] : [{ key: point.key, at, from, to }]
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a chart in every browser
    <div className={c.plot} role="group" aria-label={label} {...walk}>
      <div className={c.drawing} aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {pairs.map(({ key, at, from, to }) => (
            <line
              key={key}
              x1={middle(at)}
              x2={middle(at + 1)}
              y1={100 - from * 100}
              y2={100 - to * 100}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        {points.map((point, at) => {
          const place = places[at]
          if (place == null) return null
          return (
            <span
              key={point.key}
              className={c.point}
              data-named={named.has(point.key) || undefined}
              data-below={place < 0.4 || undefined}
              style={{ left: `${middle(at)}%`, bottom: `${place * 100}%` }}
            >
              {named.has(point.key) && point.value !== null ? <b>{text(point.value)}</b> : null}
            </span>
          )
        })}
      </div>
      <div className={c.names} aria-hidden="true">
        {points.map((point) => (
          <span key={point.key}>{point.name}</span>
        ))}
      </div>
      {points.map((point, at) => (
        <button
          key={point.key}
          type="button"
          className={c.hit}
          data-bar={point.key}
          style={{ left: `${(at / points.length) * 100}%`, width: `${100 / points.length}%` }}
          tabIndex={at === 0 ? 0 : -1}
          aria-label={t('chart.bar', {
            name: point.fullName,
            amount: point.value === null ? t('chart.unknown') : `${text(point.value)} %`,
          })}
          onClick={() => onOpen(point.key)}
        />
      ))}
    </div>
  )
}
