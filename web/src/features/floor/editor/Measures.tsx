import { useTranslation } from 'react-i18next'
import type { Gap, Place, Snapped } from './draft'
import c from './Measures.module.css'
import { percent, placeInPercent } from './scale'

interface Props {
  /** The place before it was lifted. */
  from: Place
  round: boolean
  to: Snapped
  room: { width: number; height: number }
}

/** Draws the old place of a dragged table, what it is in line with, and its distance to the next. */
export function Measures({ from, round, to, room }: Props) {
  const { t } = useTranslation()
  const { guides, gaps } = to
  return (
    <>
      <span
        className={c.from}
        data-round={round || undefined}
        style={placeInPercent(from, room)}
        aria-hidden="true"
      />
      {guides.x !== null ? (
        <i className={c.guide} data-down style={{ left: percent(guides.x, room.width) }} />
      ) : null}
      {guides.y !== null ? <i className={c.guide} style={{ top: percent(guides.y, room.height) }} /> : null}
      {gaps.map((gap) => (
        <span key={gap.axis} className={c.gap} data-axis={gap.axis} style={placeInPercent(strip(gap), room)}>
          <output aria-label={t('rooms.distance')} aria-live="off">
            {Math.round(gap.to - gap.from)}
          </output>
        </span>
      ))}
    </>
  )
}

const strip = ({ axis, from, to, across }: Gap): Place =>
  axis === 'x'
    ? { x: from, y: across, width: to - from, height: 0 }
    : { x: across, y: from, width: 0, height: to - from }
