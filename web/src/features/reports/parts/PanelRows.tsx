import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { Pager } from '../../../ui/list/Pager'
import c from './ReportPanel.module.css'

interface Page<Row> {
  rows: Row[]
  total_rows: number
  total_pages: number
}

interface Props<Row> {
  label: string
  found: UseQueryResult<Page<Row>>
  page: number
  onPage: (page: number) => void
  /** The texts for no rows, and for rows that could not be read. */
  words: { none: string; failed: string }
  keyOf: (row: Row) => string
  /** The sum of all pages. */
  sum?: ReactNode
  children: (row: Row) => ReactNode
}

/** Lists the single operations behind a figure, a page of them at a time. */
export function PanelRows<Row>({ label, found, page, onPage, words, keyOf, sum, children }: Props<Row>) {
  const { data } = found
  if (!data) {
    return found.isError ? (
      <Failed title={words.failed} error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <Loading label={label} rows={6} height={48} />
    )
  }
  if (data.rows.length === 0) return <Empty title={words.none} />
  const pages = data.total_pages
  return (
    <>
      <ul className={c.rows} aria-label={label}>
        {data.rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {pages > 1 || sum ? (
        <div className={c.foot}>
          {pages > 1 ? (
            <Pager
              page={page}
              pages={pages}
              rows={data.rows.length}
              total={data.total_rows}
              onPage={onPage}
            />
          ) : null}
          {sum}
        </div>
      ) : null}
    </>
  )
}
