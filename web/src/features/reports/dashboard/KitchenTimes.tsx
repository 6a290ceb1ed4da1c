import { useTranslation } from 'react-i18next'
import type { KitchenNow } from '../../../api/model'
import { minutes, minutesSince, quantity } from '../../../ui/format'
import { KpiStrip } from '../../../ui/KpiStrip'
import { useNow } from '../../../ui/now'
import { Card } from '../../../ui/OfficePage'
import c from './KitchenTimes.module.css'

const taken = (seconds: number | null | undefined) =>
  seconds == null ? '—' : minutes(Math.max(1, Math.round(seconds / 60)))

/** Shows today's dishes and times of the kitchen, what waits, and the same for each area. */
export function KitchenTimes({ kitchen }: { kitchen: KitchenNow }) {
  const { t } = useTranslation()
  const now = useNow()
  const { all, areas, oldest_sent_at: oldest } = kitchen
  return (
    <>
      <KpiStrip
        items={[
          {
            label: t('dashboard.prepared'),
            value: quantity(all.prepared),
            note: t('dashboard.preparedText'),
          },
          { label: t('dashboard.median'), value: taken(all.median_seconds), note: t('dashboard.medianText') },
          {
            label: t('dashboard.preparedLate'),
            value: quantity(all.prepared_late),
            note: t('dashboard.preparedLateText'),
          },
          {
            label: t('dashboard.waiting'),
            value: quantity(all.waiting),
            note: oldest
              ? t('dashboard.oldest', {
                  late: quantity(all.waiting_late),
                  time: minutes(minutesSince(oldest, now)),
                })
              : t('dashboard.nothingWaits'),
          },
        ]}
      />
      {areas.length > 0 ? (
        <Card padded label={t('dashboard.areas')}>
          <h2 className={c.title}>{t('dashboard.areas')}</h2>
          <table className={c.table}>
            <thead>
              <tr>
                <th scope="col">{t('dashboard.area')}</th>
                <th scope="col">{t('dashboard.prepared')}</th>
                <th scope="col">{t('dashboard.median')}</th>
                <th scope="col">{t('dashboard.preparedLate')}</th>
                <th scope="col">{t('dashboard.waiting')}</th>
              </tr>
            </thead>
            <tbody>
              {areas.map((area) => (
                <tr key={area.name}>
                  <th scope="row">{area.name}</th>
                  <td>{quantity(area.prepared)}</td>
                  <td>{taken(area.median_seconds)}</td>
                  <td>{quantity(area.prepared_late)}</td>
                  <td data-warns={Number(area.waiting_late) > 0 || undefined}>{quantity(area.waiting)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      ) : null}
    </>
  )
}
