import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import type { ListState } from '../../ui/list/address'
import { ListToolbar } from '../../ui/list/ListToolbar'
import { NoMatch } from '../../ui/list/NoMatch'
import { Pager } from '../../ui/list/Pager'
import type { Filter } from '../../ui/list/types'
import type { ChangeList } from '../../ui/list/useList'
import { Card, OfficePage } from '../../ui/OfficePage'
import { usePhone } from '../../ui/viewport'
import c from './Figures.module.css'

interface Props<T> {
  title: string
  summary: ReactNode
  actions: ReactNode
  /** The alerts above the search. */
  strip: ReactNode
  search: string
  filters: readonly Filter[]
  /** Controls that narrow the list further, after the filters. */
  narrowing: ReactNode
  state: ListState
  change: ChangeList
  found: UseQueryResult<{ rows: T[]; total_rows: number; total_pages: number }>
  failed: string
  /** The texts of an empty list; `way` shows the rows that the filters hide. */
  empty: { title: string; text: string; way?: ReactNode }
  table: (rows: T[], stale: boolean) => ReactNode
}

/** A list that is only read: alerts, search and filters, and a page of figures. */
export function FiguresList<T>(props: Props<T>) {
  const { t } = useTranslation()
  const { title, state, change, found, empty } = props
  const { rows, total_pages: pages = 1, total_rows: total = 0 } = found.data ?? {}
  const phone = usePhone()
  // On a phone there is no place for it beside the search.
  const narrowing = <div className={c.narrowing}>{props.narrowing}</div>
  const narrowed = state.term !== '' || Object.keys(state.filters).length > 0
  const beyond = !found.isPlaceholderData && rows !== undefined && state.page > pages
  useEffect(() => {
    if (beyond) change({ page: pages }, { replace: true })
  }, [beyond, pages, change])
  return (
    <OfficePage
      title={title}
      summary={found.isError && !rows ? t('lists.notFetched') : props.summary}
      actions={props.actions}
    >
      {props.strip}
      <ListToolbar
        search={props.search}
        filters={props.filters}
        state={state}
        onChange={change}
        results={found.isPlaceholderData ? undefined : rows && total}
      >
        {phone ? null : narrowing}
      </ListToolbar>
      {phone ? narrowing : null}
      {rows ? (
        <Card label={title}>
          {rows.length > 0 ? props.table(rows, found.isPlaceholderData) : null}
          {rows.length === 0 && narrowed ? (
            <NoMatch onDropAll={() => change({ term: '', filters: {} })} />
          ) : rows.length === 0 ? (
            <Empty title={empty.title} text={empty.text}>
              {empty.way}
            </Empty>
          ) : (
            <Pager
              page={state.page}
              pages={pages}
              rows={rows.length}
              total={total}
              onPage={(page) => change({ page })}
            />
          )}
        </Card>
      ) : found.isError ? (
        <Card>
          <Failed title={props.failed} error={found.error} onRetry={() => void found.refetch()} />
        </Card>
      ) : (
        <Loading label={title} rows={8} height={60} />
      )}
    </OfficePage>
  )
}
