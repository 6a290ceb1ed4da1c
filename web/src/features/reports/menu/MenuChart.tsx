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
import { placesOf } from './chartPlaces'
import c from './Menu.module.css'
import type { MenuPoint } from './places'

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

function Plot({ report, title, marked, onOpen }: Props) {
  const { t } = useTranslation()
  const { ref: sizeRef, width, height } = useElementSize<HTMLDivElement>()
  const { ref: walkRef, onKeyDown } = useWalk()
  const ref = useMergedRef(sizeRef, walkRef)
  const phone = usePhone()
  const { dishes, lines } = report
  const words = useMemo(() => classCorners.map((each) => t(`menuReport.means.${each}`)), [t])
  const places = useMemo(
    () => placesOf({ dishes, lines }, { width, height }, marked, phone ? [] : words),
    [dishes, lines, width, height, marked, phone, words],
  )
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
          <Corner
            key={each}
            of={each}
            count={report.classes.find((sums) => sums.class === each)?.dishes ?? 0}
            marked={each === marked}
            line={places.line}
          />
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
        {places.points.map((point, at) => (
          <Dot key={point.key} point={point} dish={dishes[at] as MenuDish} first={at === 0} onOpen={onOpen} />
        ))}
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

interface CornerProps {
  of: DishClass
  count: number
  marked: boolean
  line: { x: number; y: number }
}

/** Says in the corner of a class what it means and how many dishes it has. */
function Corner({ of, count, marked, line }: CornerProps) {
  const { t } = useTranslation()
  return (
    <p
      className={c.corner}
      data-class={of}
      data-marked={marked || undefined}
      aria-hidden="true"
      style={cornerOf(of, line)}
    >
      <b>{t(`menuReport.many.${of}`, { count })}</b>
      <small>{t(`menuReport.means.${of}`)}</small>
    </p>
  )
}

interface DotProps {
  point: MenuPoint
  dish: MenuDish
  /** True for the one where the keyboard enters the chart. */
  first: boolean
  onOpen: (dish: MenuDish) => void
}

function Dot({ point, dish, first, onOpen }: DotProps) {
  const { t } = useTranslation()
  const label = t('menuReport.dish', {
    name: dish.name,
    class: t(`menuReport.classes.${dish.class}`),
    units: number(Number(dish.units)),
    margin: money(centimos(dish.margin)),
  })
  return (
    <button
      type="button"
      className={c.dot}
      data-bar={point.key}
      data-class={dish.class}
      style={{ left: point.x, top: point.y }}
      tabIndex={first ? 0 : -1}
      aria-label={label}
      title={label}
      onClick={() => onOpen(dish)}
    />
  )
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
