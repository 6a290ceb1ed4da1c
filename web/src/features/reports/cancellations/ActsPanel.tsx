import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ActGroup, CancellationAct } from '../../../api/model'
import { amount, centimos, clock, date } from '../../../ui/format'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { Pager } from '../../../ui/list/Pager'
import { ReportPanel } from '../parts/ReportPanel'
import p from '../parts/ReportPanel.module.css'
import c from './Cancellations.module.css'
import { type AskedActs, type OpenedActs, useActs, useCircumstances } from './queries'

interface Props {
  asked: AskedActs
  opened: OpenedActs
  person: string | undefined
  onClose: () => void
}

/** What is behind a number: when, where, why and with whose word, then every single operation. */
export function ActsPanel({ asked, opened, person, onClose }: Props) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const found = useActs(asked, opened, page)
  const report = useCircumstances(asked, opened).data
  const count = report?.kinds.find((each) => each.kind === opened.kind)?.count
  const kind = t(`cancellations.kinds.${opened.kind}`)
  const title = count === undefined ? kind : t('cancellations.behind', { count })
  const data = found.data
  return (
    <ReportPanel
      title={title}
      text={[person, kind.toLowerCase()].filter(Boolean).join(', ')}
      onClose={onClose}
    >
      {report && count ? (
        <ul className={c.causes}>
          <Cause groups={report.by_hour} all={count} label={t('cancellations.hour')} />
          <Cause groups={report.by_area} all={count} label={t('cancellations.area')} />
          <Cause groups={report.by_reason} all={count} label={t('cancellations.reason')} />
          <Cause groups={report.by_approver} all={count} label={t('cancellations.approver')} />
          <li className={c.caution}>
            <IconInfoCircle size={20} aria-hidden="true" />
            {t('cancellations.caution')}
          </li>
        </ul>
      ) : null}
      {!data ? (
        found.isError ? (
          <Failed
            title={t('cancellations.actsFailed')}
            error={found.error}
            onRetry={() => void found.refetch()}
          />
        ) : (
          <Loading label={title} rows={6} height={48} />
        )
      ) : data.rows.length === 0 ? (
        <Empty title={t('cancellations.none')} />
      ) : (
        <>
          <ul className={p.rows} aria-label={title}>
            {data.rows.map((row) => (
              <li key={`${row.id} ${row.line_id}`}>
                <Act row={row} />
              </li>
            ))}
          </ul>
          {data.total_pages > 1 ? (
            <div className={p.foot}>
              <Pager
                page={page}
                pages={data.total_pages}
                rows={data.rows.length}
                total={data.total_rows}
                onPage={setPage}
              />
            </div>
          ) : null}
        </>
      )}
    </ReportPanel>
  )
}

/** The most frequent of its kind: `Parrilla  12 de 17`. */
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
