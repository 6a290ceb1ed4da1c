import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useMemo } from 'react'
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts'
import { unitCost } from '../../ui/figures'
import { dayText } from '../../ui/format'
import { type PriceLines, spreadLabelsApart, ticksOf, wrapName } from './history'
import c from './Prices.module.css'

interface Props {
  chart: PriceLines
  /** The chart's description for screen readers; the table shows the same data. */
  label: string
}

/* The colours of the palette come first, then grey; each line also has its own dashes, and its name at its end. */
const looks = [
  { color: 'var(--chart-1)', dashes: undefined },
  { color: 'var(--chart-2)', dashes: '7 4' },
  { color: 'var(--muted)', dashes: '2 4' },
  { color: 'var(--muted)', dashes: '10 4 2 4' },
] as const

const dayOf = (at: number) => dayText(new Date(at).toISOString().slice(0, 10))
const price = (value: number) => unitCost(String(value))

const nameWidth = 104
const letters = 14
const lineHeight = 15

/** Draws the price paid for one unit over time: a line for each provider, with its name where it ends. */
export default function PriceChart({ chart, label }: Props) {
  const { lines, points } = chart
  const ticks = useMemo(() => ticksOf(chart), [chart])
  const first = points[0]?.at ?? 0
  const last = points.at(-1)?.at ?? 0
  return (
    <figure className={c.chart}>
      <LineChart
        h={232}
        data={points}
        dataKey="at"
        curveType="linear"
        series={lines.map((line, at) => ({
          name: line.key,
          label: line.name,
          color: looks[at]?.color ?? looks[3].color,
          strokeDasharray: looks[at]?.dashes,
        }))}
        dotProps={{ r: 3.5, strokeDasharray: 'none' }}
        activeDotProps={{ r: 6, strokeWidth: 2 }}
        valueFormatter={price}
        lineChartProps={{ title: label, margin: { top: 8, right: nameWidth, bottom: 0, left: 0 } }}
        xAxisProps={{
          type: 'number',
          scale: 'time',
          domain: first === last ? [first - 1, last + 1] : [first, last],
          ticks: first === last ? [first] : [first, last],
          interval: 0,
          padding: { left: 12, right: 12 },
          tickFormatter: (at: number) => dayOf(at).slice(0, 5),
        }}
        yAxisProps={{ domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1], ticks, interval: 0, width: 52 }}
        // It is called before anything is pointed at, too.
        tooltipProps={{ position: {}, labelFormatter: (at) => (typeof at === 'number' ? dayOf(at) : '') }}
      >
        <Names chart={chart} />
      </LineChart>
    </figure>
  )
}

/** Draws each name beside the end of its line, moved apart where two end together. */
function Names({ chart }: { chart: PriceLines }) {
  const area = usePlotArea()
  const x = useXAxisScale()
  const y = useYAxisScale()
  if (!area || !x || !y) return null
  const ends = chart.lines.map((line) => {
    const point = chart.points.findLast((each) => each[line.key] !== undefined)
    return { x: x(point?.at) ?? 0, y: y(point?.[line.key]) ?? 0, words: wrapName(line.name, letters) }
  })
  const places = spreadLabelsApart(
    ends.map((end) => end.y),
    2 * lineHeight + 6,
    area.y + area.height - lineHeight,
  )
  const left = area.x + area.width + 6
  return (
    <g aria-hidden="true">
      {ends.map((end, at) => {
        const top = (places[at] ?? end.y) + 4 - ((end.words.length - 1) * lineHeight) / 2
        return (
          <g key={chart.lines[at]?.key}>
            <line
              className={c.leader}
              x1={end.x + 6}
              y1={end.y}
              x2={left - 2}
              y2={places[at] ?? end.y}
              stroke={looks[at]?.color}
            />
            <text className={c.end}>
              {end.words.map((words, line) => (
                <tspan key={words} x={left} y={top + line * lineHeight}>
                  {words}
                </tspan>
              ))}
            </text>
          </g>
        )
      })}
    </g>
  )
}
