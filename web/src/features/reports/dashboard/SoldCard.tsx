import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SoldSoFar } from '../../../api/model'
import { symbol } from '../../../ui/currencySymbol'
import { amount, centimos, money, weekday } from '../../../ui/format'
import { usePhone } from '../../../ui/viewport'
import { Bars } from '../parts/Bars'
import { BarTable } from '../parts/BarTable'
import { scaleOf } from '../parts/bars'
import { ChartCard } from '../parts/ChartCard'
import { dayName, hourBars } from './hours'
import c from './SoldCard.module.css'

interface Props {
  sold: SoldSoFar
  label: string
  /** True when another card is read first. */
  quiet?: boolean
}

/** Shows today's sales so far, beside those of the same weekday of last week up to this hour. */
export function SoldCard({ sold, label, quiet }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const bars = hourBars(sold)
  const compared = centimos(sold.before) !== 0
  const names = { now: t('dashboard.thisDay'), before: compared ? dayName(sold.before_day) : undefined }
  const chartLabel = t('dashboard.byHour', { title: label })
  return (
    <ChartCard
      title={label}
      text={
        <>
          <span className={c.total} data-quiet={quiet || undefined}>
            <small>{symbol()}</small> {amount(centimos(sold.total))}
          </span>
          <Compared sold={sold} />
          <span className={c.facts}>
            {t('dashboard.paid', { count: sold.accounts })}
            {sold.accounts > 0
              ? `, ${t('dashboard.averageOf', { amount: money(centimos(sold.average)) })}`
              : ''}
          </span>
        </>
      }
      legend={bars.length > 0 ? { ...names, partial: t('dashboard.thisHour') } : undefined}
      chart={
        bars.length > 0 ? <Bars label={chartLabel} bars={bars} scale={scaleOf(bars, phone)} low /> : null
      }
      table={<BarTable label={chartLabel} bars={bars} heads={{ what: t('dashboard.hour'), ...names }} />}
    />
  )
}

/** A rise is green; a fall is grey, because nobody has to do anything about it now. */
function Compared({ sold }: { sold: SoldSoFar }) {
  const { t } = useTranslation()
  const day = weekday(sold.before_day)
  const change = sold.change_percent == null ? null : Math.round(Number(sold.change_percent))
  if (change === null) return <span className={c.change}>{t('dashboard.nothingBefore', { day })}</span>
  if (change === 0) return <span className={c.change}>{t('dashboard.same', { day })}</span>
  const up = change > 0
  const Glyph = up ? IconArrowUpRight : IconArrowDownRight
  return (
    <span className={c.change} data-up={up || undefined}>
      <Glyph size={18} stroke={2.2} aria-hidden="true" />
      {t(up ? 'dashboard.more' : 'dashboard.less', { percent: Math.abs(change) })}{' '}
      {t('dashboard.vsLastWeek', { day })}
    </span>
  )
}
