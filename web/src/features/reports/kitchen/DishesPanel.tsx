import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreparedDish } from '../../../api/model'
import { number } from '../../../i18n/region'
import { plain } from '../../../ui/figures'
import { clock, date } from '../../../ui/format'
import { PanelRows } from '../parts/PanelRows'
import { ReportPanel } from '../parts/ReportPanel'
import c from '../parts/ReportPanel.module.css'
import { inMinutes, type OpenedTimes } from './kitchenTimeRows'
import { type KitchenTimesQuery, usePreparedDishes } from './queries'

interface Props {
  asked: KitchenTimesQuery
  opened: OpenedTimes
  name: string
  onClose: () => void
}

/** Lists the dishes behind a figure, the slowest first. */
export function DishesPanel({ asked, opened, name, onClose }: Props) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [late, setLate] = useState(false)
  const found = usePreparedDishes(asked, opened, late, page)
  const data = found.data
  return (
    <ReportPanel
      title={name}
      text={
        data &&
        t(late ? 'kitchenTimes.panelLate' : 'kitchenTimes.panel', {
          count: data.total_rows,
          amount: number(data.total_rows),
        })
      }
      onClose={onClose}
    >
      <div className={c.search}>
        <SegmentedControl
          fullWidth
          size="md"
          aria-label={t('kitchenTimes.which')}
          value={late ? 'late' : 'all'}
          onChange={(value) => {
            setLate(value === 'late')
            setPage(1)
          }}
          data={[
            { value: 'all', label: t('kitchenTimes.all') },
            { value: 'late', label: t('kitchenTimes.onlyLate') },
          ]}
        />
      </div>
      <PanelRows
        label={name}
        found={found}
        page={page}
        onPage={setPage}
        words={{
          none: t(late ? 'kitchenTimes.noneLate' : 'kitchenTimes.none'),
          failed: t('kitchenTimes.dishesFailed'),
        }}
        keyOf={(row) => `${row.line_id} ${row.component_id}`}
      >
        {(row) => <Dish row={row} />}
      </PanelRows>
    </ReportPanel>
  )
}

function Dish({ row }: { row: PreparedDish }) {
  const { t } = useTranslation()
  const note = [
    t('kitchenTimes.command', { number: row.command_number }),
    row.place,
    row.waiter,
    row.combo ?? '',
  ]
  return (
    <div>
      <time dateTime={row.sent_at}>
        {clock(row.sent_at)}
        <small>{date(row.sent_at).slice(0, 5)}</small>
      </time>
      <span>
        <b>{t('kitchenTimes.dish', { quantity: plain(row.quantity), name: row.name })}</b>
        <small>{note.filter(Boolean).join(' · ')}</small>
        <small>{t('kitchenTimes.readyAt', { time: clock(row.prepared_at), area: row.area })}</small>
      </span>
      <b className={c.amount}>
        {t('kitchenTimes.minutes', { minutes: inMinutes(row.seconds) })}
        <small>
          {t(row.is_late ? 'kitchenTimes.lateBy' : 'kitchenTimes.promisedIn', {
            minutes: number(
              (row.is_late ? row.seconds - row.promised_seconds : row.promised_seconds) / 60,
              0,
              1,
            ),
          })}
        </small>
      </b>
    </div>
  )
}
