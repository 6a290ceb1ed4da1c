import { IconChevronRight, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Report } from '../../../api/model'
import { useReports } from '../../../data/reports/all'
import { mayOpen } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { searchKey } from '../../../ui/format'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { ListCount } from '../../../ui/list/ListSkeleton'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { SearchField } from '../../../ui/SearchField'
import c from './Reports.module.css'

/** Lists every report that the server offers this user, in groups, and finds one by a few letters. */
export function ReportsScreen() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const found = useReports()
  const groupName = (report: Report) => t(`anyReport.group.${report.group}`)
  const words = searchKey(typed).split(' ').filter(Boolean)
  const shown = (found.data ?? []).filter((report) => {
    const text = searchKey(`${report.title} ${groupName(report)}`)
    return words.every((word) => text.includes(word))
  })
  const names = [...new Set(shown.map(groupName))]
  return (
    <OfficePage
      title={t('anyReport.title')}
      summary={found.data ? t('anyReport.summary', { count: found.data.length }) : <ListCount />}
    >
      <SearchField label={t('anyReport.search')} value={typed} onChange={setTyped} />
      {found.data ? (
        names.length === 0 ? (
          <Card>
            <Empty title={t('anyReport.none')} text={t('anyReport.noneText')} />
          </Card>
        ) : (
          <div className={c.groups}>
            {names.map((name) => (
              <Group key={name} name={name} reports={shown.filter((report) => groupName(report) === name)} />
            ))}
          </div>
        )
      ) : found.isError ? (
        <Card>
          <Failed title={t('report.failed')} error={found.error} onRetry={() => void found.refetch()} />
        </Card>
      ) : (
        <Loading label={t('report.loading')} />
      )}
    </OfficePage>
  )
}

function Group({ name, reports }: { name: string; reports: Report[] }) {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <section className={c.group} aria-label={name}>
      <h2>{name}</h2>
      <ul>
        {reports.map(({ key, title, screen }) => {
          const own = screen && mayOpen(user, screen) ? screen : null
          return (
            <li key={key}>
              <Link to={own ?? `/reports/${key}`}>
                <span>{title}</span>
                {own ? null : (
                  <small>
                    <IconTable size={16} stroke={1.8} aria-hidden="true" />
                    {t('anyReport.table')}
                  </small>
                )}
                <IconChevronRight size={18} stroke={2} aria-hidden="true" />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
