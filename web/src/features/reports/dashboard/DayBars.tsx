import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../../api/model'
import { amount, money, quantity, shortDay } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { Card } from '../../../ui/OfficePage'
import c from './DayBars.module.css'
import { axisOf, type DayPair, pairDays, weekChangeOf, weekSoFar } from './week'

/** Shows how the week went beside the one before: as bars, or the same as a table. */
export function DayBars({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const [table, setTable] = useState(false)
  const pairs = pairDays(dashboard.by_day)
  const { now, before } = weekSoFar(pairs, dashboard.sales_same_day_last_week?.total ?? null)
  const change = weekChangeOf(now, before)
  const nameOf = (pair: DayPair) => (pair === pairs.at(-1) ? t('dashboard.today') : shortDay(pair.day))
  return (
    <Card padded label={t('dashboard.byDay')}>
      <header className={c.head}>
        <div>
          <h2>{t('dashboard.byDay')}</h2>
          <p>
            <b>{money(now)}</b> {t('dashboard.inTotal')}
            {change && change.direction !== 'same'
              ? `, ${t(`dashboard.${change.direction}`, { percent: change.percent })} ${t('dashboard.vs')}`
              : ''}
          </p>
        </div>
        <IconButton
          label={table ? t('dashboard.seeChart') : t('dashboard.seeTable')}
          aria-pressed={table}
          onClick={() => setTable(!table)}
        >
          {table ? (
            <IconChartBar size={20} stroke={1.8} aria-hidden="true" />
          ) : (
            <IconTable size={20} stroke={1.8} aria-hidden="true" />
          )}
        </IconButton>
      </header>
      {table ? <Rows pairs={pairs} nameOf={nameOf} /> : <Bars pairs={pairs} nameOf={nameOf} />}
    </Card>
  )
}

interface Props {
  pairs: DayPair[]
  nameOf: (pair: DayPair) => string
}

function Bars({ pairs, nameOf }: Props) {
  const { t } = useTranslation()
  const axis = axisOf(Math.max(0, ...pairs.flatMap((pair) => [pair.now, pair.before ?? 0])))
  const top = axis.at(-1) ?? 1
  const height = (value: number) => `${(value / top) * 100}%`
  const tick = (value: number) =>
    value >= 100_000 ? t('dashboard.thousand', { thousands: quantity(value / 100_000) }) : String(value / 100)
  // The table shows the same data, so the drawing only says its subject.
  return (
    <figure className={c.figure} role="img" aria-label={t('dashboard.byDay')}>
      <div className={c.axis}>
        {[...axis].reverse().map((value) => (
          <span key={value}>{tick(value)}</span>
        ))}
      </div>
      <div className={c.plot}>
        {axis.slice(1).map((value) => (
          <i key={value} className={c.line} style={{ bottom: height(value) }} />
        ))}
        {pairs.map((pair) => (
          <div key={pair.day} className={c.day} title={`${nameOf(pair)}: ${money(pair.now)}`}>
            <i className={c.bar} style={{ height: height(pair.now) }} />
            <i className={c.bar} data-before style={{ height: height(pair.before ?? 0) }} />
          </div>
        ))}
      </div>
      <div className={c.names}>
        {pairs.map((pair) => (
          <span key={pair.day}>{nameOf(pair)}</span>
        ))}
      </div>
      <figcaption className={c.legend}>
        <i />
        {t('dashboard.these')}
        <i data-before />
        {t('dashboard.before')}
      </figcaption>
    </figure>
  )
}

function Rows({ pairs, nameOf }: Props) {
  const { t } = useTranslation()
  return (
    <table className={c.table}>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.day')}</th>
          <th scope="col">{t('dashboard.these')}</th>
          <th scope="col">{t('dashboard.before')}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={pair.day}>
            <th scope="row">{nameOf(pair)}</th>
            <td>{amount(pair.now)}</td>
            <td>{pair.before === null ? '—' : amount(pair.before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
