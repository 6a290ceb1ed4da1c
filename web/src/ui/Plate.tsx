import type { Dish } from './dishes'
import c from './Plate.module.css'
import { PieceDrawing } from './pieces'

/** Draws a plate or a glass seen from above, for products without a photo. It is decorative. */
export function Plate({ dish, size }: { dish: Dish; size: number }) {
  return (
    <svg className={c.plate} width={size} height={size} viewBox="0 0 100 100" aria-hidden="true">
      {dish.glass ? <Glass dish={dish} /> : <Dinner dish={dish} />}
    </svg>
  )
}

function Dinner({ dish }: { dish: Dish }) {
  return (
    <>
      <circle className={c.shade} cx="50" cy="52" r="47" />
      <circle className={c.china} cx="50" cy="50" r="47" />
      <circle className={c.well} cx="50" cy="50" r="39" />
      <g transform="translate(-8.5 -8) scale(1.16)">
        {dish.base === 'none' ? null : (
          <path
            d="M50 20c16 -3 31 11 30 29s-12 32 -31 31s-31 -14 -29 -31s13 -26 30 -29z"
            fill={dish.base}
            transform="translate(3.5 3.5) scale(.93)"
          />
        )}
        {dish.top.map((piece) => (
          <PieceDrawing key={piece} piece={piece} />
        ))}
      </g>
    </>
  )
}

function Glass({ dish }: { dish: Dish }) {
  return (
    <>
      <circle className={c.shade} cx="50" cy="53" r="40" />
      <circle className={c.rim} cx="50" cy="50" r="40" />
      <circle cx="50" cy="50" r="34" fill={dish.base} />
      <g transform="translate(4 4) scale(.92)">
        {dish.top.map((piece) => (
          <PieceDrawing key={piece} piece={piece} />
        ))}
      </g>
      <path className={c.gleam} d="M24 40a28 28 0 0 1 17 -17" />
    </>
  )
}
