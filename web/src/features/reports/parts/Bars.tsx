import { useTranslation } from 'react-i18next'
import { money } from '../../../ui/format'
import { usePhone } from '../../../ui/viewport'
import c from './Bars.module.css'
import { type Bar, percentNumber, type Scale } from './bars'
import { useWalk } from './useWalk'

interface Props {
  label: string
  bars: readonly Bar[]
  scale: Scale
  /** True for the bar that the title is about. */
  marked?: string | null
  /** The label of its change. */
  markText?: string
  /** The key of the bar whose documents are open beside it; absent where a bar links to another screen. */
  opened?: string | null
  /** If absent, the bars are a picture, and a table beside them holds the same data. */
  onOpen?: (key: string) => void
  /** True for lower bars, in a panel. */
  low?: boolean
}

const room = { wide: 14, phone: 8 }

/** Draws bars with the earlier values behind them. The chart is one stop for the keyboard, and arrows go from bar to bar. */
export function Bars({ label, bars, scale, marked, markText, opened, onOpen, low }: Props) {
  const phone = usePhone()
  const describe = useBarText(scale)
  const top = Math.max(1, ...bars.flatMap((bar) => [bar.now, bar.before ?? 0, bar.line ?? 0]))
  const walk = useWalk((key) => opened && onOpen?.(key))
  const part = (value: number) => Math.max(0, value) / top
  const height = (value: number) => `${part(value) * 100}%`
  const placeOf = (at: number) => slotOf(at, bars.length)
  const most = phone || low ? room.phone : room.wide
  const dense = bars.length > most
  const step = Math.ceil(bars.length / most)
  const first = bars.some((bar) => bar.key === opened) ? opened : (bars[0]?.key ?? null)
  const highest = Math.max(...bars.map((bar) => bar.now))
  const drawing = (
    <div className={c.drawing} aria-hidden="true">
      {bars.map((bar, at) => (
        <div
          key={bar.key}
          className={c.slot}
          style={placeOf(at)}
          data-open={bar.key === opened || undefined}
          data-lined={bar.line != null || undefined}
        >
          <Stand bar={bar} height={height} />
          {!dense || bar.key === marked || bar.key === opened || (highest > 0 && bar.now === highest) ? (
            <Value
              bar={bar}
              text={scale.text(bar.now)}
              part={part(bar.now)}
              marked={bar.key === marked}
              markText={markText}
            />
          ) : null}
          <span className={c.name}>{at % step === 0 ? bar.name : ''}</span>
        </div>
      ))}
    </div>
  )
  const look = { 'data-dense': dense || undefined, 'data-low': low || undefined }
  if (!onOpen) {
    return (
      <div className={c.plot} role="img" aria-label={label} {...look}>
        {drawing}
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a chart in every browser
    <div
      className={c.plot}
      role="group"
      aria-label={label}
      {...look}
      data-opened={opened ? true : undefined}
      {...walk}
    >
      {drawing}
      {bars.map((bar, at) => (
        <button
          key={bar.key}
          type="button"
          className={c.hit}
          data-bar={bar.key}
          style={placeOf(at)}
          tabIndex={bar.key === first ? 0 : -1}
          aria-label={describe(bar)}
          aria-pressed={opened === undefined ? undefined : bar.key === opened}
          onClick={() => onOpen(bar.key)}
        />
      ))}
    </div>
  )
}

/** Returns the slot of a bar, of so many of the same width. */
const slotOf = (at: number, count: number) => ({ left: `${(at / count) * 100}%`, width: `${100 / count}%` })

/** Returns the function that tells a bar in words. */
function useBarText(scale: Scale) {
  const { t } = useTranslation()
  return (bar: Bar) =>
    [
      t('chart.bar', { name: bar.fullName, amount: (scale.said ?? money)(bar.now) }),
      bar.before === null ? '' : t('chart.barBefore', { amount: money(bar.before) }),
      bar.change === null
        ? ''
        : t(Number(bar.change) < 0 ? 'chart.less' : 'chart.more', { percent: percentNumber(bar.change) }),
      bar.partial ? t('chart.partial') : '',
      bar.note ?? '',
    ]
      .filter(Boolean)
      .join(', ')
}

interface ValueProps {
  bar: Bar
  text: string
  /** The bar's height, as a part of the chart's. */
  part: number
  marked: boolean
  markText: string | undefined
}

function Value({ bar, text, part, marked, markText }: ValueProps) {
  return (
    <span
      className={c.value}
      style={{
        bottom: `calc(var(--names) + (100% - var(--names) - var(--head)) * ${part})`,
      }}
      data-inside={(bar.before ?? 0) > bar.now || undefined}
      data-strong={marked || undefined}
    >
      {marked && markText ? <small data-up={Number(bar.change) > 0 || undefined}>{markText}</small> : null}
      {text}
    </span>
  )
}

function Stand({ bar, height }: { bar: Bar; height: (value: number) => string }) {
  return (
    <span className={c.stand}>
      {bar.before === null ? null : <i className={c.before} style={{ height: height(bar.before) }} />}
      <i
        className={c.now}
        data-alone={bar.before === null || undefined}
        data-partial={bar.partial || undefined}
        style={{ height: height(bar.now) }}
      />
      {bar.line == null ? null : <i className={c.line} style={{ bottom: height(bar.line) }} />}
    </span>
  )
}
