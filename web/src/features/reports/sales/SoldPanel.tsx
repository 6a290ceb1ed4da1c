import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SalesReportRow } from '../../../api/model'
import { useSalesReport } from '../../../data/reports/sales/queries'
import { narrowedTo, type OpenedSales, type SalesQuery } from '../../../data/reports/sales/salesFilters'
import { useHouse } from '../../../session/house'
import { symbol } from '../../../ui/currencySymbol'
import { Dialog } from '../../../ui/Dialog'
import { centimos, money, weekday } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { useLayer } from '../../../ui/layers'
import { useShortcuts } from '../../../ui/shortcuts'
import { Bars } from '../parts/Bars'
import { scaleOf } from '../parts/bars'
import { SoldList } from './SoldList'
import c from './SoldPanel.module.css'
import { barsOf } from './salesRows'
import { beforeText, dayOfMonth, nameOf } from './salesTexts'

interface Props {
  opened: OpenedSales
  /** The row that is known already. */
  row: SalesReportRow | undefined
  /** The rows around it, for the arrows. */
  rows: readonly SalesReportRow[]
  asked: SalesQuery
  /** True when it stands beside the report; else it lies over it. */
  docked: boolean
  onOpen: (key: string) => void
  onClose: () => void
}

/** Shows what a figure consists of: the hours of the sales, and their documents. */
export function SoldPanel(props: Props) {
  const { t } = useTranslation()
  const name = usePanelName(props.opened, props.row)
  const label = t('salesReport.sold.label', { name })
  useLayer(props.docked ? props.onClose : null, { back: false })
  const panel = <Panel {...props} name={name} label={label} />
  return props.docked ? (
    panel
  ) : (
    <Dialog label={label} shape="drawer" inAddress onClose={props.onClose}>
      {panel}
    </Dialog>
  )
}

function usePanelName({ cut, key }: OpenedSales, row: SalesReportRow | undefined) {
  const { t } = useTranslation()
  if (cut !== 'DAY') return nameOf(cut, row ?? { key, name: '' }, t)
  const day = weekday(key)
  return `${day.charAt(0).toUpperCase()}${day.slice(1)} ${dayOfMonth(key, t)}`
}

function Panel({
  opened,
  row,
  rows,
  asked,
  docked,
  onOpen,
  onClose,
  name,
  label,
}: Props & Record<'name' | 'label', string>) {
  const { t } = useTranslation()
  const [hour, setHour] = useState<string | null>(null)
  const at = rows.findIndex((each) => each.key === opened.key)
  const before = at > 0 ? rows[at - 1]?.key : undefined
  const next = at >= 0 ? rows[at + 1]?.key : undefined
  const go = (key: string | undefined) => (key === undefined ? undefined : () => onOpen(key))
  useShortcuts({ ArrowLeft: go(before), ArrowRight: go(next) })
  const narrowed = narrowedTo(opened, asked)
  return (
    <aside className={c.panel} aria-label={label} data-docked={docked || undefined}>
      <header className={c.head}>
        <div>
          <h2>{name}</h2>
          {row ? (
            <p>
              <b>{money(centimos(row.sums.total))}</b>{' '}
              {t('salesReport.sold.sum', {
                documents: t('salesReport.documentCount', { count: row.sums.documents }),
              })}
            </p>
          ) : null}
        </div>
        <IconButton
          label={t('salesReport.sold.before')}
          disabled={before === undefined}
          onClick={() => go(before)?.()}
        >
          <IconArrowLeft size={20} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('salesReport.sold.next')}
          disabled={next === undefined}
          onClick={() => go(next)?.()}
        >
          <IconArrowRight size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('common.close')} onClick={onClose}>
          <IconX size={22} aria-hidden="true" />
        </IconButton>
      </header>
      {narrowed ? (
        <Hours asked={narrowed} hour={hour} onHour={(key) => setHour(key === hour ? null : key)} />
      ) : null}
      {hour !== null ? (
        <p className={c.chips}>
          <button type="button" onClick={() => setHour(null)} aria-label={t('salesReport.sold.dropHour')}>
            {t('salesReport.sold.hour', { from: Number(hour), to: (Number(hour) + 1) % 24 })}
            <IconX size={17} stroke={2} aria-hidden="true" />
          </button>
        </p>
      ) : null}
      {narrowed && hour !== null ? (
        <SoldList key={hour} asked={narrowed} by="HOUR" of={hour} label={label} />
      ) : (
        <SoldList asked={asked} by={opened.cut} of={opened.key} label={label} />
      )}
    </aside>
  )
}

interface HoursProps {
  asked: SalesQuery
  hour: string | null
  onHour: (key: string) => void
}

/** Charts the sales by hour; for one hour it shows its documents alone. */
function Hours({ asked, hour, onHour }: HoursProps) {
  const { t } = useTranslation()
  const dayStart = useHouse((house) => house.business_day_start)
  const report = useSalesReport(asked, 'HOUR', false).data
  if (!report) return <div className={c.coming} />
  const bars = barsOf('HOUR', report, dayStart, t)
  if (bars.length < 2) return null
  const text = t('salesReport.sold.byHourBefore', {
    symbol: symbol(),
    before: beforeText(report, t),
  })
  return (
    <div className={c.hours}>
      <p>{text}</p>
      <Bars label={text} bars={bars} scale={scaleOf(bars, true)} opened={hour} onOpen={onHour} low />
    </div>
  )
}
