import { IconArrowDown, IconArrowUp, IconCheck } from '@tabler/icons-react'
import { centimos, signed } from '../../ui/format'
import c from './Difference.module.css'

/** Shows a count's difference with its sign: missing, too much, or none. */
export function Difference({ value }: { value: number }) {
  const way = value < 0 ? 'missing' : value > 0 ? 'extra' : 'none'
  const Glyph = { missing: IconArrowDown, extra: IconArrowUp, none: IconCheck }[way]
  return (
    <span className={c.difference} data-way={way}>
      <Glyph size={16} stroke={2.4} aria-hidden="true" />
      {signed(value)}
    </span>
  )
}

/** Lists the methods that differ, each with its sign: what is missing in one may be too much in another. */
export function MethodDifferences({ of }: { of: Record<string, string> }) {
  const off = Object.entries(of).filter(([, value]) => centimos(value) !== 0)
  return off.map(([name, value]) => (
    <small key={name} className={c.method}>
      {name} {signed(centimos(value))}
    </small>
  ))
}
