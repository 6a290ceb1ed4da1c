import type { ReactNode } from 'react'
import type { Piece } from './dishes'

type Spot = readonly [x: number, y: number, turn: number]

/** Returns places scattered around a centre, always the same ones for the same numbers. */
function scatter(count: number, radius: number, offset: number, cx = 50, cy = 50): Spot[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = ((i / count) * 360 + offset + (i % 2) * 17) * (Math.PI / 180)
    const reach = radius * (0.62 + ((i * 37) % 40) / 100)
    return [cx + Math.cos(angle) * reach, cy + Math.sin(angle) * reach, (i * 53 + offset) % 180]
  })
}

const turned = (spots: Spot[], draw: (x: number, y: number) => ReactNode) =>
  spots.map(([x, y, turn], i) => (
    <g key={i} transform={`rotate(${turn} ${x} ${y})`}>
      {draw(x, y)}
    </g>
  ))

const dots = (spots: Spot[], r: number) => spots.map(([x, y], i) => <circle key={i} cx={x} cy={y} r={r} />)

const drawings: Record<Piece, ReactNode> = {
  rice: (
    <g>
      <ellipse cx="65" cy="38" rx="15" ry="13" fill="#fffaf0" stroke="#e8ddc8" />
      <g fill="#efe4cf">
        {turned(scatter(7, 9, 10, 65, 38), (x, y) => (
          <ellipse cx={x} cy={y} rx="2.2" ry="1" />
        ))}
      </g>
    </g>
  ),
  fries: (
    <g fill="#f2c24f" stroke="#d79f2c" strokeWidth=".6">
      {turned(scatter(7, 13, 150, 38, 60), (x, y) => (
        <rect x={x - 8} y={y - 1.9} width="16" height="3.8" rx="1" />
      ))}
    </g>
  ),
  beef: (
    <g fill="#5a2c18">
      {turned(scatter(6, 17, 40, 46, 52), (x, y) => (
        <rect x={x - 6} y={y - 3} width="12" height="6" rx="2.6" />
      ))}
    </g>
  ),
  onion: (
    <g fill="none" stroke="#b0508e" strokeWidth="2.4" strokeLinecap="round">
      {turned(scatter(4, 19, 70, 48, 54), (x, y) => (
        <path d={`M${x - 6} ${y}q6 -6 12 0`} />
      ))}
    </g>
  ),
  tomato: (
    <g fill="#d6402b">
      {turned(scatter(4, 18, 120, 47, 55), (x, y) => (
        <path d={`M${x - 5.5} ${y}a5.5 5.5 0 0 1 11 0q-5.5 3 -11 0z`} />
      ))}
    </g>
  ),
  egg: (
    <g>
      <ellipse cx="36" cy="40" rx="10" ry="9" fill="#fffdf7" stroke="#efe6d6" />
      <circle cx="36" cy="40" r="4.4" fill="#f4a62a" />
    </g>
  ),
  boiledEgg: (
    <g>
      <ellipse cx="36" cy="42" rx="9" ry="8" fill="#fffdf7" stroke="#efe6d6" />
      <circle cx="36" cy="42" r="4" fill="#f5d66b" />
    </g>
  ),
  olive: (
    <g fill="#3b2340">
      <ellipse cx="46" cy="62" rx="4.4" ry="3.4" />
      <ellipse cx="56" cy="60" rx="3.8" ry="3" />
    </g>
  ),
  herb: (
    <g fill="#3f7d3a">
      {turned(scatter(5, 14, 200, 52, 54), (x, y) => (
        <path d={`M${x - 3.5} ${y}q3.5 -4 7 0q-3.5 4 -7 0z`} />
      ))}
    </g>
  ),
  shrimp: (
    <g fill="none" stroke="#f08a5d" strokeWidth="4.6" strokeLinecap="round">
      {scatter(4, 16, 15).map(([x, y], i) => (
        <path key={i} d={`M${x - 4.5} ${y + 2}a5 5 0 1 1 8 1.5`} />
      ))}
    </g>
  ),
  pea: <g fill="#5f9e3b">{dots(scatter(8, 21, 33), 2.3)}</g>,
  bean: (
    <g fill="#c89a5b">
      {turned(scatter(7, 12, 190, 38, 56), (x, y) => (
        <ellipse cx={x} cy={y} rx="3.8" ry="2.5" />
      ))}
    </g>
  ),
  noodle: (
    <g fill="none" stroke="#e9c66a" strokeWidth="2.2">
      {[0, 1, 2, 3, 4].map((i) => (
        <path key={i} d={`M${30 + i * 3} ${36 + i * 7}c12 -12 22 10 36 -2`} />
      ))}
      <circle cx="46" cy="50" r="10" />
      <circle cx="46" cy="50" r="5" />
    </g>
  ),
  steak: (
    <g>
      <path d="M44 46c10 -12 30 -8 31 4s-10 18 -22 17s-17 -12 -9 -21z" fill="#6b3519" />
      <path d="M51 50l16 -4M51 57l18 -4M55 63l12 -3" stroke="#3f1d0c" strokeWidth="2" strokeLinecap="round" />
    </g>
  ),
  chicken: (
    <g>
      <path d="M34 54c-2 -12 12 -20 22 -14s10 20 -2 24s-18 0 -20 -10z" fill="#c57a2d" />
      <path d="M54 60l12 9" stroke="#f3e8d2" strokeWidth="5" strokeLinecap="round" />
      <path d="M41 48q6 -6 12 -2" stroke="#e0a354" strokeWidth="3" fill="none" strokeLinecap="round" />
    </g>
  ),
  potato: (
    <g fill="#f5dd7e" stroke="#ddb950" strokeWidth=".7">
      {turned(scatter(5, 14, 60, 42, 56), (x, y) => (
        <rect x={x - 4} y={y - 4} width="8" height="8" rx="2" />
      ))}
    </g>
  ),
  fish: (
    <path d="M30 54c8 -14 28 -14 38 -4l6 -6v18l-6 -5c-10 9 -30 9 -38 -3z" fill="#f5e6cf" stroke="#e0c8a2" />
  ),
  pepper: (
    <g>
      <circle cx="55" cy="46" r="14" fill="#cf2f22" />
      <path d="M46 40q9 -8 18 0" stroke="#f6d98b" strokeWidth="5" fill="none" strokeLinecap="round" />
      <path d="M55 32v-6" stroke="#3f7d3a" strokeWidth="4" strokeLinecap="round" />
    </g>
  ),
  lettuce: (
    <g>
      <path d="M58 62c-4 -8 4 -14 10 -10s10 10 3 15s-10 2 -13 -5z" fill="#8fbf55" />
      <path d="M66 54c0 -6 8 -6 9 0s-4 9 -9 0z" fill="#6fa63d" />
    </g>
  ),
  breaded: (
    <g>
      <path d="M28 44c8 -14 34 -12 38 2s-12 24 -26 20s-18 -12 -12 -22z" fill="#d99a45" stroke="#bd7d2c" />
      <path
        d="M38 46h.1M46 42h.1M54 48h.1M44 54h.1M52 58h.1M36 56h.1"
        stroke="#b0701f"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </g>
  ),
  ice: (
    <g fill="#ffffff" fillOpacity=".38" stroke="#ffffff" strokeOpacity=".6">
      {turned(scatter(4, 17, 25), (x, y) => (
        <rect x={x - 7} y={y - 7} width="14" height="14" rx="3" />
      ))}
    </g>
  ),
  lime: (
    <g transform="translate(64 38)">
      <circle r="11" fill="#7fae3a" />
      <circle r="9" fill="#dcebb0" />
      <path d="M0 -8V8M-8 0H8M-5.6 -5.6L5.6 5.6M5.6 -5.6L-5.6 5.6" stroke="#a9c864" strokeWidth="1.6" />
    </g>
  ),
  foam: (
    <g fill="#fffaf0">
      <circle cx="50" cy="50" r="31" fillOpacity=".82" />
      <g fill="#efe0c0">{dots(scatter(7, 20, 80), 2)}</g>
    </g>
  ),
  cream: (
    <g>
      <circle cx="50" cy="47" r="13" fill="#fffaf0" stroke="#eadfc9" />
      <path d="M42 49a8 8 0 1 1 9 6" stroke="#eadfc9" strokeWidth="2.4" fill="none" strokeLinecap="round" />
    </g>
  ),
  berry: <g fill="#b3263f">{dots(scatter(4, 17, 140), 3.4)}</g>,
}

/** A piece that has no drawing yet is left out. */
export const PieceDrawing = ({ piece }: { piece: Piece }) => drawings[piece] ?? null
