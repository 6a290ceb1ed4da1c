import { Pagination } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import c from './ActionLogTab.module.css'
import { ActionRow } from './ActionRow'
import { LogFilters } from './LogFilters'
import { type LogQuery, useActionLog } from './queries'

/** Lists the actions of users, with those who allowed them. The address holds the filters. */
export default function ActionLogTab() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const query: LogQuery = {
    action_type: params.get('type'),
    user_id: params.get('user'),
    date_from: params.get('from'),
    date_to: params.get('to'),
    client_request_id: params.get('request'),
    page: Math.max(1, Number(params.get('page')) || 1),
  }
  const log = useActionLog(query)
  const change = (changes: Record<string, string | null>) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.delete('page')
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    })
  const rows = log.data?.rows ?? []
  const pages = log.data?.total_pages ?? 1
  return (
    <div className={c.log}>
      <LogFilters query={query} onChange={change} />
      {log.isError ? (
        <Failed title={t('options.log.failed')} error={log.error} onRetry={() => void log.refetch()} />
      ) : log.isPending ? (
        <Loading label={t('options.log.loading')} rows={8} height={64} />
      ) : rows.length === 0 ? (
        <Empty title={t('options.log.none')} text={t('options.log.noneText')} />
      ) : (
        <>
          <p className={c.count}>{t('options.log.count', { count: log.data.total_rows })}</p>
          <ul className={c.rows} aria-label={t('options.tab.action-log')} aria-busy={log.isPlaceholderData}>
            {rows.map((entry) => (
              <ActionRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </>
      )}
      {pages > 1 ? (
        <footer className={c.pager}>
          <Pagination
            total={pages}
            value={query.page}
            size="lg"
            siblings={0}
            onChange={(page) => change({ page: page === 1 ? null : String(page) })}
            getControlProps={(control) => ({ 'aria-label': t(`list.${control}`) })}
          />
        </footer>
      ) : null}
    </div>
  )
}
