import type { TableShape } from '../../api/model'
import c from './Chairs.module.css'

interface Props {
  table: { seats: number; shape: TableShape; width: number; height: number }
  /** The number of taken chairs: those have the colour of the state. */
  seated?: number
}

/** Draws chairs at both long sides of a table, or all around a round one. */
export function Chairs({ table, seated = 0 }: Props) {
  const { seats, shape } = table
  if (shape === 'ROUND') return <Circle seats={seats} seated={seated} />
  const perSide = Math.ceil(seats / 2)
  const upright = shape === 'RECTANGLE' && table.height > table.width
  return [0, 1].map((side) => (
    <span
      key={side}
      className={c.row}
      data-side={side}
      data-upright={upright || undefined}
      aria-hidden="true"
    >
      {Array.from({ length: side === 0 ? perSide : seats - perSide }, (_, chair) => (
        <i key={chair} data-taken={chair * 2 + side < seated || undefined} />
      ))}
    </span>
  ))
}

function Circle({ seats, seated }: { seats: number; seated: number }) {
  return (
    <span className={c.circle} aria-hidden="true">
      {Array.from({ length: seats }, (_, chair) => {
        const turn = (chair / seats) * 2 * Math.PI
        return (
          <i
            key={turn}
            data-taken={chair < seated || undefined}
            style={{
              left: `${50 + 50 * Math.sin(turn)}%`,
              top: `${50 - 50 * Math.cos(turn)}%`,
              maxWidth: `${190 / seats}%`,
              transform: `translate(-50%, -50%) rotate(${turn}rad)`,
            }}
          />
        )
      })}
    </span>
  )
}
