import { Button } from '@mantine/core'
import { IconArrowLeft, IconCalendarOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSalesReport } from '../../../data/reports/sales/queries'
import { filterNames, precedingSixtyDays, type SalesState } from '../../../data/reports/sales/salesFilters'
import { centimos, money, weekday } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import type { ChangeAddress } from './SalesFilters'
import c from './SalesScreen.module.css'
import { dayOfMonth } from './salesTexts'

interface Props {
  state: SalesState
  onChange: ChangeAddress
}

/** Says that nothing was sold, and links to the last day with sales, or clears the filters. */
export function SalesEmpty({ state, onChange }: Props) {
  const { t } = useTranslation()
  const { asked, preset } = state
  const narrowed = filterNames.some((name) => asked[name] !== undefined)
  const before = useSalesReport(precedingSixtyDays(asked), 'DAY', false)
  const last = before.data?.rows
    .filter((row) => row.sums.documents > 0)
    .toSorted((a, b) => b.key.localeCompare(a.key))[0]
  const nothing = t(preset === 'today' ? 'salesReport.emptyToday' : 'salesReport.empty')
  const title = narrowed ? t('salesReport.emptyNarrowed', { nothing }) : nothing
  const day = last ? `${weekday(last.key)} ${dayOfMonth(last.key, t)}` : ''
  return (
    <Card label={title}>
      <div className={c.empty}>
        <IconCalendarOff stroke={1.7} aria-hidden="true" />
        <h2>{title}</h2>
        <p aria-live="polite">
          {last
            ? t('salesReport.emptyLast', {
                day,
                total: money(centimos(last.sums.total)),
                count: last.sums.documents,
              })
            : before.isSuccess
              ? t('salesReport.emptyNone')
              : ''}
        </p>
        <div className={c.ways}>
          {last ? (
            <Button
              leftSection={<IconArrowLeft size={20} stroke={2} aria-hidden="true" />}
              onClick={() => onChange({ period: 'range', from: last.key, to: last.key, row: null })}
            >
              {t('salesReport.seeDay', { day: `${weekday(last.key)} ${Number(last.key.slice(8))}` })}
            </Button>
          ) : null}
          {narrowed ? (
            <Button
              variant="default"
              onClick={() => onChange(Object.fromEntries(filterNames.map((name) => [name, null])))}
            >
              {t('salesReport.dropFilters')}
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  )
}
