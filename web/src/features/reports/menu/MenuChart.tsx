import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DishClass, MenuDish, MenuReport } from '../../../api/model'
import { number } from '../../../i18n/region'
import { symbol } from '../../../ui/currencySymbol'
import { amount, centimos, money } from '../../../ui/format'
import { usePhone } from '../../../ui/viewport'
import { ChartCard } from '../parts/ChartCard'
import { useWalk } from '../parts/useWalk'
import c from './Menu.module.css'
import { type Box, cornersOf, labelsOf, roomOf, withRoom } from './places'
import { ticksOf } from './ticks'

interface Props {
  report: MenuReport
  title: string
  /** The class whose corner the title is about. */
  marked: DishClass | null
  onOpen: (dish: MenuDish) => void
}

/* They stand above left, below left, above right and below right. */
const classCorners = ['PUZZLE', 'DOG', 'STAR', 'PLOWHORSE'] as const

/** Charts the dishes by how often they are ordered and what each leaves. */
export function MenuChart({ report, title, marked, onOpen }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  return (
    <ChartCard
      title={title}
      text={t('menuReport.chartText', { count: report.dishes.length })}
      chart={
        <>
          <Plot report={report} title={title} marked={marked} onOpen={onOpen} />
          <p className={c.below}>
            <span>{t('menuReport.axes', { symbol: symbol() })}</span>
            <span>
              {t('menuReport.lines', {
                units: number(Math.round(Number(report.lines.units))),
                margin: money(centimos(report.lines.margin)),
              })}
            </span>
          </p>
          {phone ? <ClassTable report={report} title={title} /> : null}
        </>
      }
      table={<ClassTable report={report} title={title} />}
    />
  )
}

/** Returns a scale from the least to the most with some room at both ends: a value's place between 0 and 1, and the marks. */
function scaleOf(values: number[], unit: number) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const room = (most - least || Math.abs(most) || 1) * 0.12
  const [from, to] = [least - room, most + room]
  return { at: (value: number) => (value - from) / (to - from), ticks: ticksOf(from, to, unit) }
}

function Plot({ report, title, marked, onOpen }: Props) {
  const { t } = useTranslation()
  const { ref: sizeRef, width, height } = useElementSize<HTMLDivElement>()
  const { ref: walkRef, onKeyDown } = useWalk()
  const ref = useMergedRef(sizeRef, walkRef)
  const phone = usePhone()
  const { dishes, lines } = report
  const words = useMemo(() => classCorners.map((each) => t(`menuReport.means.${each}`)), [t])
  const places = useMemo(() => {
    const across = scaleOf([...dishes.map((dish) => Number(dish.units)), Number(lines.units)], 1)
    const up = scaleOf([...dishes.map((dish) => centimos(dish.margin)), centimos(lines.margin)], 100)
    const raw = dishes.map((dish) => ({
      key: String(dish.product_id),
      x: across.at(Number(dish.units)) * width,
      y: (1 - up.at(centimos(dish.margin))) * height,
      text: dish.name,
    }))
    // On a phone there are no words in the corners.
    const corners = phone || width === 0 ? [] : cornersOf(words, { width, height })
    const room = roomOf(raw, height, corners)
    const points = raw.map((point) => ({ ...point, y: withRoom(point.y, height, room) }))
    const downOf = (margin: number) =>
      (withRoom((1 - up.at(margin)) * height, height, room) / (height || 1)) * 100
    const line = { x: across.at(Number(lines.units)) * 100, y: downOf(centimos(lines.margin)) }
    const spoken = points.toSorted((a, b) => {
      const first = (key: string) => dishes.find((dish) => String(dish.product_id) === key)?.class === marked
      return Number(first(b.key)) - Number(first(a.key))
    })
    return {
      points,
      labels: labelsOf(spoken, { width, height }, [...corners, ...strokesOf(line, width, height)]),
      line,
      across: across.ticks.map((tick) => ({ text: number(tick), at: across.at(tick) * 100 })),
      up: up.ticks.map((tick) => ({ text: number(tick / 100), at: downOf(tick) })),
    }
  }, [dishes, lines, width, height, marked, phone, words])
  return (
    <div className={c.axes}>
      <div className={c.up} aria-hidden="true">
        {places.up.map((tick) => (
          <small key={tick.text} style={{ top: `${tick.at}%` }}>
            {tick.text}
          </small>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a chart in every browser */}
      <div ref={ref} className={c.plot} role="group" aria-label={title} onKeyDown={onKeyDown}>
        <i className={c.across} style={{ top: `${places.line.y}%` }} aria-hidden="true" />
        <i className={c.upright} style={{ left: `${places.line.x}%` }} aria-hidden="true" />
        {classCorners.map((each) => (
          <p
            key={each}
            className={c.corner}
            data-class={each}
            data-marked={each === marked || undefined}
            aria-hidden="true"
            style={cornerOf(each, places.line)}
          >
            <b>
              {t(`menuReport.many.${each}`, {
                count: report.classes.find((sums) => sums.class === each)?.dishes ?? 0,
              })}
            </b>
            <small>{t(`menuReport.means.${each}`)}</small>
          </p>
        ))}
        {width > 0
          ? places.labels.map((label) => (
              <span
                key={label.key}
                className={c.label}
                data-side={label.side}
                style={{ left: label.x, top: label.y }}
                aria-hidden="true"
              >
                {label.text}
              </span>
            ))
          : null}
        {places.points.map((point, at) => {
          const dish = dishes[at] as MenuDish
          const said = t('menuReport.dish', {
            name: dish.name,
            class: t(`menuReport.classes.${dish.class}`),
            units: number(Number(dish.units)),
            margin: money(centimos(dish.margin)),
          })
          return (
            <button
              key={point.key}
              type="button"
              className={c.dot}
              data-bar={point.key}
              data-class={dish.class}
              style={{ left: point.x, top: point.y }}
              tabIndex={at === 0 ? 0 : -1}
              aria-label={said}
              title={said}
              onClick={() => onOpen(dish)}
            />
          )
        })}
      </div>
      <div className={c.along} aria-hidden="true">
        {places.across.map((tick) => (
          <small key={tick.text} style={{ left: `${tick.at}%` }}>
            {tick.text}
          </small>
        ))}
      </div>
    </div>
  )
}

/** Returns the boxes of the two lines, in which no name stands. */
const strokesOf = (line: { x: number; y: number }, width: number, height: number): Box[] => {
  const [x, y] = [(line.x / 100) * width, (line.y / 100) * height]
  return [
    { left: 0, right: width, top: y - 1, bottom: y + 1 },
    { left: x - 1, right: x + 1, top: 0, bottom: height },
  ]
}

function cornerOf(of: DishClass, line: { x: number; y: number }) {
  const isLeft = of === 'PUZZLE' || of === 'DOG'
  const isTop = of === 'PUZZLE' || of === 'STAR'
  return {
    left: isLeft ? 0 : `${line.x}%`,
    width: `${isLeft ? line.x : 100 - line.x}%`,
    top: isTop ? 0 : `${line.y}%`,
    height: `${isTop ? line.y : 100 - line.y}%`,
  }
}

function ClassTable({ report, title }: { report: MenuReport; title: string }) {
  const { t } = useTranslation()
  return (
    <table className={c.classes}>
      <caption className="sr">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('menuReport.class')}</th>
          <th scope="col">{t('menuReport.dishes')}</th>
          <th scope="col">{t('menuReport.units')}</th>
          <th scope="col">{t('menuReport.totalMargin')}</th>
        </tr>
      </thead>
      <tbody>
        {report.classes.map((sums) => (
          <tr key={sums.class}>
            <th scope="row">
              {t(`menuReport.classes.${sums.class}`)}
              <small>{t(`menuReport.means.${sums.class}`)}</small>
            </th>
            <td>{number(sums.dishes)}</td>
            <td>{number(Number(sums.units))}</td>
            <td>{amount(centimos(sums.total_margin))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
