import { Button, Checkbox } from '@mantine/core'
import { IconListCheck, IconPlus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import type { OfficePath, Row } from '../../api/paths'
import { genderOf } from '../entity'
import { InAddress } from '../inAddress'
import { Failed } from '../LoadState'
import { Card, OfficePage } from '../OfficePage'
import { showToast } from '../toasts'
import { usePhone } from '../viewport'
import type { ListState } from './address'
import { ChosenBar } from './ChosenBar'
import { DeleteRowDialog } from './DeleteRowDialog'
import { ListEmpty } from './ListEmpty'
import { ListRow } from './ListRow'
import { ListCount, ListSkeleton } from './ListSkeleton'
import { ListTable } from './ListTable'
import tableClasses from './ListTable.module.css'
import { ListToolbar } from './ListToolbar'
import { NoMatch } from './NoMatch'
import { Pager } from './Pager'
import type { ListDescription, Listed } from './types'
import { useChosen } from './useChosen'
import { type ChangeList, useCounts, useLastPage, useListState, useOpenRow, useRows } from './useList'

/**
 * A list of the office: search, filters, order and page are in the address; rows have a switch and a menu; and a drawer holds the
 * form.
 */
export const ListScreen = Screen as <P extends OfficePath>(
  of: Omit<ListDescription<Extract<Row<P>, Listed>>, 'path'> & { path: P },
) => ReactNode

/* The API path decides the type of the rows. */
function Screen<T extends Listed>(of: ListDescription<T>) {
  const { t } = useTranslation()
  const filters = of.filters ?? []
  const [state, change] = useListState(filters.map((filter) => filter.name))
  const rows = useRows<T>(of, state)
  const opened = useOpenRow<T>(of, state.open, rows.data?.rows)
  const [deleting, setDeleting] = useState<T | null>(null)
  const chosen = useChosen(of, state)
  const [changing, setChanging] = useState(false)
  const { ids } = chosen
  // While rows are being selected, nothing else can be done with them.
  const table: ListDescription<T> = ids
    ? { ...of, setStatus: undefined, menu: undefined, remove: undefined, form: undefined }
    : of
  const narrowed = state.term !== '' || Object.keys(state.filters).length > 0
  const total = rows.isPlaceholderData ? undefined : rows.data?.total_rows
  const counts = useCounts(of, of.setStatus !== undefined, narrowed, narrowed ? undefined : total)
  // Rows that could not be refreshed are still better than none.
  const failed = rows.isError && !rows.data
  const nothing = counts?.all === 0 && !narrowed && !failed
  const close = () => change({ open: null }, { replace: true })
  const create = of.create && of.form ? () => change({ open: 'new' }) : undefined

  const pages = rows.data?.total_pages ?? 1
  useLastPage(rows, state.page, change)
  useMissingRow(opened.error, change)

  return (
    <OfficePage
      title={of.title}
      summary={
        failed ? (
          t('lists.notFetched')
        ) : nothing ? (
          t('lists.nothingYet')
        ) : counts ? (
          summaryOf(of, counts, t)
        ) : (
          <ListCount />
        )
      }
      actions={
        nothing || ids ? null : (
          <Actions of={of} prominent={!failed} onChoose={chosen.start} onCreate={create} />
        )
      }
    >
      {of.tabs}
      {nothing ? (
        <ListEmpty
          title={of.empty.title}
          text={of.empty.text}
          picture={of.empty.picture}
          ways={[
            ...(create ? [{ label: of.empty.way, text: of.empty.wayText, onClick: create }] : []),
            ...(of.empty.more ?? []),
          ]}
        />
      ) : (
        <>
          {of.search ? (
            <ListToolbar
              search={of.search}
              filters={filters}
              state={state}
              onChange={change}
              results={total}
            />
          ) : null}
          <Card label={of.title}>
            <RowTable
              of={table}
              rows={rows}
              state={state}
              change={change}
              chosen={chosen}
              onDelete={setDeleting}
            />
            {failed ? (
              <Failed
                title={t('lists.failed', { title: of.title.toLowerCase() })}
                error={rows.error}
                onRetry={() => void rows.refetch()}
              />
            ) : rows.data?.rows.length === 0 ? (
              <NoMatch onDropAll={() => change({ term: '', filters: {} })} />
            ) : rows.data ? (
              <Pager
                page={state.page}
                pages={pages}
                rows={rows.data.rows.length}
                total={rows.data.total_rows}
                onPage={(page) => change({ page })}
              />
            ) : null}
          </Card>
          {ids ? (
            <ChosenBar of={of} chosen={chosen} total={total} onChange={() => setChanging(true)} />
          ) : null}
        </>
      )}
      <InAddress value={true}>
        {of.form && state.open === 'new' && of.create ? of.form(null, close) : null}
        {of.form && opened.row ? of.form(opened.row, close) : null}
      </InAddress>
      {changing && ids && of.many
        ? of.many.change([...ids], (done) => {
            setChanging(false)
            if (done) chosen.stop()
          })
        : null}
      {deleting ? <DeleteRowDialog row={deleting} of={of} onClose={() => setDeleting(null)} /> : null}
    </OfficePage>
  )
}

interface RowTableProps<T extends Listed> {
  of: ListDescription<T>
  rows: ReturnType<typeof useRows<T>>
  state: ListState
  change: ChangeList
  chosen: Pick<ReturnType<typeof useChosen>, 'ids' | 'turn'>
  onDelete: (row: T) => void
}

function RowTable<T extends Listed>({ of, rows, state, change, chosen, onDelete }: RowTableProps<T>) {
  const { ids } = chosen
  return (
    <ListTable
      of={of}
      choose={
        ids ? (
          <ChoosePage onPage={rows.data?.rows.map(({ id }) => id) ?? []} ids={ids} onTurn={chosen.turn} />
        ) : null
      }
      sort={state.sort}
      stale={rows.isPlaceholderData}
      onSort={rows.data ? (sort) => change({ sort }) : undefined}
    >
      {rows.isPending ? (
        <ListSkeleton of={of} />
      ) : (
        <tbody>
          {rows.data?.rows.map((row) => (
            <ListRow
              key={row.id}
              row={row}
              of={of}
              chosen={ids?.has(row.id)}
              onChoose={ids ? (on) => chosen.turn([row.id], on) : undefined}
              opened={state.open === row.id}
              onOpen={of.form ? () => change({ open: row.id }) : undefined}
              onDelete={of.remove ? () => onDelete(row) : undefined}
            />
          ))}
        </tbody>
      )}
    </ListTable>
  )
}

/* A link to a row that is gone says so and leaves the list. */
function useMissingRow(error: Error | null, change: ChangeList) {
  const { t } = useTranslation()
  useEffect(() => {
    if (!error) return
    showToast('danger', t('lists.cannotOpen'), errorText(error))
    change({ open: null }, { replace: true })
  }, [error, change, t])
}

const summaryOf = <T extends Listed>(
  of: ListDescription<T>,
  { all, active }: { all: number; active: number },
  t: TFunction,
) => of.summary(all, t('lists.nActive', { context: genderOf(of.entity.feminine), count: active }), active)

interface ActionsProps<T extends Listed> {
  of: ListDescription<T>
  /** True when the main action is the most prominent thing: not beside a failure. */
  prominent: boolean
  onChoose: () => void
  /** It is absent where the role may not, or where there is no form. */
  onCreate: (() => void) | undefined
}

function Actions<T extends Listed>({ of, prominent, onChoose, onCreate }: ActionsProps<T>) {
  const { t } = useTranslation()
  const phone = usePhone()
  return (
    <>
      {of.actions}
      {of.many ? (
        <Button
          variant="default"
          leftSection={<IconListCheck size={18} stroke={1.9} aria-hidden="true" />}
          onClick={onChoose}
        >
          {t('lists.chooseSome')}
        </Button>
      ) : null}
      {onCreate && of.create ? (
        <Button
          variant={prominent ? 'filled' : 'default'}
          leftSection={<IconPlus size={18} stroke={2.2} aria-hidden="true" />}
          onClick={onCreate}
        >
          {phone ? of.create.short : of.create.label}
        </Button>
      ) : null}
    </>
  )
}

interface ChooseProps {
  onPage: number[]
  ids: ReadonlySet<number>
  onTurn: (ids: readonly number[], on: boolean) => void
}

/* Chooses all rows of the page, or none of them. */
function ChoosePage({ onPage, ids, onTurn }: ChooseProps) {
  const { t } = useTranslation()
  const count = onPage.filter((id) => ids.has(id)).length
  return (
    <Checkbox
      className={tableClasses.choose}
      aria-label={t('lists.choosePage')}
      checked={onPage.length > 0 && count === onPage.length}
      indeterminate={count > 0 && count < onPage.length}
      onChange={(event) => onTurn(onPage, event.currentTarget.checked)}
    />
  )
}
