import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { Schedule } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { ListScreen } from '../../../ui/list/ListScreen'
import { useStatusFilter } from '../../../ui/list/useStatusFilter'
import { ScheduleDrawer } from './ScheduleDrawer'
import { channels } from './scheduleForm'

/** Lists the times when products are sold, and their prices then; each schedule says what it does next. */
export function SchedulesList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const status = useStatusFilter(false)
  const where = (row: Schedule) =>
    row.channels.length === channels.length
      ? t('schedules.everywhere')
      : row.channels.map((each) => t(`schedules.channelNames.${each}`)).join(', ')
  return (
    <ListScreen
      title={t('schedules.title')}
      entity={{ name: t('schedules.entity') }}
      tabs={tabs}
      path="/schedules"
      queryKey={catalogKeys.schedules}
      alsoStale={[catalogKeys.sale]}
      name={(row) => row.name}
      nameLabel={t('schedules.one')}
      nameSort="name"
      note={(row) => row.preview}
      columns={[
        {
          key: 'from',
          label: t('schedules.hours'),
          sortable: true,
          from: 'tablet',
          value: (row) => row.hours.charAt(0).toUpperCase() + row.hours.slice(1),
        },
        { key: 'channels', label: t('schedules.where'), from: 'desktop', value: where },
      ]}
      filters={[status]}
      search={t('schedules.search')}
      summary={(count, active) => t('schedules.summary', { count, active })}
      setStatus={(row, wanted, key) => write('PUT', `/schedules/${row.id}`, key, { status: wanted })}
      remove={(row, key) => write('DELETE', `/schedules/${row.id}`, key, {})}
      removeText={() => t('schedules.removeText')}
      create={{ label: t('schedules.new'), short: t('schedules.newShort') }}
      empty={{
        title: t('schedules.emptyTitle'),
        text: t('schedules.emptyText'),
        way: t('schedules.way'),
        wayText: t('schedules.wayText'),
      }}
      form={(row, close) => <ScheduleDrawer key={row?.id ?? 'new'} schedule={row} onClose={close} />}
    />
  )
}
