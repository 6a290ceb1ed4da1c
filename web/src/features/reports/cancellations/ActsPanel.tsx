import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ActGroup, CancellationAct } from '../../../api/model'
import { number } from '../../../i18n/region'
import { amount, centimos, clock, date } from '../../../ui/format'
import { Bars } from '../parts/Bars'
import { PanelRows } from '../parts/PanelRows'
import { ReportPanel } from '../parts/ReportPanel'
import p from '../parts/ReportPanel.module.css'
import c from './Cancellations.module.css'
import { hourBars } from './hours'
import { type ActsQuery, type OpenedActs, useActs, useCircumstances } from './queries'

interface Props {
  asked: ActsQuery
  opened: OpenedActs
  person: string | undefined
  /** It narrows the report to an hour. */
  onHour: (hour: string) => void
  onClose: () => void
}

/** Shows what a number consists of: times, places, reasons and approvers, then every single operation. */
export function ActsPanel({ asked, opened, person, onHour, onClose }: Props) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const found = useActs(asked, opened, page)
  const report = useCircumstances(asked, opened).data
  const count = report?.kinds.find((each) => each.kind === opened.kind)?.count
  const kind = t(`cancellations.kinds.${opened.kind}`)
  const title = count === undefined ? kind : t('cancellations.behind', { count })
  const slow = report?.kitchen[0]
  return (
    <ReportPanel
      title={title}
      text={[person, kind.toLowerCase()].filter(Boolean).join(', ')}
      onClose={onClose}
    >
      {report && count ? <Hours groups={report.by_hour} onHour={onHour} /> : null}
      {report && count ? (
        <ul className={c.causes}>
          <Cause groups={report.by_hour} all={count} label={t('cancellations.hour')} />
          <Cause groups={report.by_area} all={count} label={t('cancellations.area')} />
          <Cause groups={report.by_reason} all={count} label={t('cancellations.reason')} />
          <Cause groups={report.by_approver} all={count} label={t('cancellations.approver')} />
          <li className={c.caution}>
            <IconInfoCircle size={20} aria-hidden="true" />
            <span>
              {slow
                ? `${t('cancellations.kitchen', {
                    area: slow.area,
                    minutes: Math.round(slow.median_seconds / 60),
                    promised: Math.round(slow.promised_seconds / 60),
                  })} `
                : ''}
              {t('cancellations.caution')}
            </span>
          </li>
        </ul>
      ) : null}
      <PanelRows
        label={title}
        found={found}
        page={page}
        onPage={setPage}
        words={{ none: t('cancellations.none'), failed: t('cancellations.actsFailed') }}
        keyOf={(row) => `${row.id} ${row.line_id}`}
      >
        {(row) => <Act row={row} />}
      </PanelRows>
    </ReportPanel>
  )
}

/** Charts the operations by hour: a bar for each hour between the first and the last of a business day. */
function Hours({ groups, onHour }: { groups: ActGroup[]; onHour: (hour: string) => void }) {
  const { t } = useTranslation()
  const bars = hourBars(groups, t)
  if (bars.length < 2) return null
  return (
    <div className={c.hours}>
      <Bars
        low
        label={t('cancellations.byHour')}
        bars={bars}
        scale={{ thousands: false, text: (count) => (count === 0 ? '' : number(count)), said: number }}
        onOpen={(hour) => groups.some(({ key }) => key === hour) && onHour(hour)}
      />
    </div>
  )
}

/** Names the most frequent one: `Parrilla  12 de 17`. */
function Cause({ groups, all, label }: { groups: ActGroup[]; all: number; label: string }) {
  const { t } = useTranslation()
  const first = groups.toSorted((a, b) => b.count - a.count)[0]
  if (!first) return null
  return (
    <li>
      <span>
        <small>{label}</small>
        {first.name}
      </span>
      <b>{t('cancellations.of', { count: first.count, all })}</b>
    </li>
  )
}

function Act({ row }: { row: CancellationAct }) {
  const { t } = useTranslation()
  const note = [
    row.place,
    row.user_name,
    row.approver_name ? t('cancellations.approved', { name: row.approver_name }) : '',
  ]
  const content = (
    <>
      <time dateTime={row.at}>
        {clock(row.at)}
        <small>{date(row.at).slice(0, 5)}</small>
      </time>
      <span>
        <b>{row.what || row.document || row.reason || t(`cancellations.kinds.${row.kind}`)}</b>
        {(row.what || row.document) && row.reason ? (
          <small>{t('cancellations.said', { reason: row.reason })}</small>
        ) : null}
        <small>{note.filter(Boolean).join(' · ')}</small>
      </span>
      <b className={p.amount}>{row.amount === null ? '' : amount(centimos(row.amount))}</b>
    </>
  )
  return row.document === null ? (
    <div>{content}</div>
  ) : (
    <Link to={`/documents?period=all&q=${encodeURIComponent(row.document)}`}>{content}</Link>
  )
}
