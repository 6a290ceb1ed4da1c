import { useTranslation } from 'react-i18next'
import type { KitchenTimes } from '../../../api/model'
import { number } from '../../../i18n/region'
import { Bars } from '../parts/Bars'
import { shareText } from '../parts/bars'
import { ChartCard } from '../parts/ChartCard'
import table from '../parts/ChartCard.module.css'
import { barsOf, hourText, inMinutes, kitchenHeadline } from './kitchenTimeRows'

interface Props {
  report: KitchenTimes
  opened: string | null
  onOpen: (key: string) => void
}

/** Charts by hour how long half of the dishes took, with the promised time as a line; its title is the conclusion. */
export function KitchenChart({ report, opened, onOpen }: Props) {
  const { t } = useTranslation()
  const { title, hour } = kitchenHeadline(report, t)
  return (
    <ChartCard
      title={title}
      text={t('kitchenTimes.measure')}
      legend={{ now: t('kitchenTimes.median'), line: t('kitchenTimes.promised') }}
      chart={
        <Bars
          label={title}
          bars={barsOf(report, t)}
          scale={{
            thousands: false,
            text: inMinutes,
            said: (seconds) => t('kitchenTimes.minutes', { minutes: inMinutes(seconds) }),
          }}
          marked={hour === null ? null : `HOUR:${hour}`}
          opened={opened?.startsWith('HOUR:') ? opened : null}
          onOpen={onOpen}
        />
      }
      table={<Hours report={report} label={title} />}
    />
  )
}

function Hours({ report, label }: { report: KitchenTimes; label: string }) {
  const { t } = useTranslation()
  return (
    <table className={table.table}>
      <caption className="sr">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t('kitchenTimes.cuts.HOUR')}</th>
          <th scope="col">{t('kitchenTimes.dishes')}</th>
          <th scope="col">{t('kitchenTimes.median')}</th>
          <th scope="col">{t('kitchenTimes.promised')}</th>
          <th scope="col">{t('kitchenTimes.late')}</th>
        </tr>
      </thead>
      <tbody>
        {report.hours.map(({ hour, times }) => (
          <tr key={hour}>
            <th scope="row">{hourText(hour, t)}</th>
            <td>{number(times.dishes)}</td>
            <td>{inMinutes(times.median_seconds)}</td>
            <td>{inMinutes(times.promised_seconds)}</td>
            <td>{shareText(times.late_percent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
