import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Floor, Table } from '../../api/model'
import { shownRequests } from '../../data/floor/filters'
import { centimos, money } from '../../ui/format'
import c from './Rail.module.css'
import { RequestStrip } from './RequestStrip'

interface Props {
  floor: Floor
  term: string
  now: number
  /** On a phone only one part is shown; 'found' shows both below the tables that a search found. */
  only: 'takeaway' | 'delivery' | 'found' | null
  busyTables: Table[]
  onNew: (kind: 'takeaway' | 'delivery') => void
}

/* Each part keeps its heading and a row or two in sight, however many the other has. */
const leastRows = (rows: number) => ({ '--rows': Math.min(rows, 2) }) as CSSProperties

/** Lists take-aways and deliveries beside the room, always in sight. */
export function Rail({ floor, term, now, only, busyTables, onNew }: Props) {
  const { t } = useTranslation()
  const open = [...busyTables.map((table) => table.request), ...floor.takeaway, ...floor.delivery]
  const due = open.reduce((sum, each) => sum + centimos(each?.due), 0)
  const tables = floor.salons.reduce((count, salon) => count + salon.tables.length, 0)
  return (
    <aside className={c.rail} data-toast-beside aria-label={t('floor.rail')} data-only={only ?? undefined}>
      {(['takeaway', 'delivery'] as const).map((kind) => {
        const requests = shownRequests(floor[kind], term)
        return (
          <div key={kind} className={c.part} data-kind={kind} style={leastRows(requests.length)}>
            <RequestStrip kind={kind} requests={requests} now={now} onNew={() => onNew(kind)} />
          </div>
        )
      })}
      <dl className={c.day}>
        <div>
          <dt>{t('floor.openTotal')}</dt>
          <dd>{money(due)}</dd>
        </div>
        <div>
          <dt>{t('floor.busyTables')}</dt>
          <dd>
            {busyTables.length} / {tables}
          </dd>
        </div>
      </dl>
    </aside>
  )
}
