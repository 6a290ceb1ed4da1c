import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { ListedRegime } from '../../api/model'
import { queryClient } from '../../api/query'
import { settingsStale } from '../../data/settings/queries'
import { dayText, today } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Failed, Loading } from '../../ui/LoadState'
import { Card } from '../../ui/OfficePage'
import { useWrite } from '../../ui/useWrite'
import c from './Settings.module.css'

const words = { NOW: 'global.rateNow', FUTURE: 'global.rateFuture', PAST: 'global.ratePast' } as const

/** A change that begins on a day, in the shape that its list shows. */
export type DatedChange = Pick<ListedRegime, 'id' | 'valid_from' | 'state'>

interface Props<Change extends DatedChange> {
  title: string
  text: ReactNode
  changes: UseQueryResult<{ rows: Change[] }>
  failedTitle: string
  /** The name of what holds before the first change. */
  firstName: string
  nameOf: (change: Change) => string
  /** Returns whether nobody chose its day. */
  isUndated?: (change: Change) => boolean
  /** The path that its id completes. */
  path: '/tax-regimes' | '/tax-zones'
  action: string
  dialog: (close: () => void) => ReactNode
}

/** Lists changes by the day on which they begin; one under which nothing was sold yet can be deleted. */
export function DatedChangesCard<Change extends DatedChange>(props: Props<Change>) {
  const { title, text, changes, failedTitle, firstName, action, dialog } = props
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const rows = changes.data?.rows ?? []
  return (
    <Card padded label={title}>
      <div className={c.head}>
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        {changes.data ? (
          <Button variant="default" onClick={() => setAsked(true)}>
            {action}
          </Button>
        ) : null}
      </div>
      {changes.data ? (
        <ul className={c.rates}>
          {rows.map((row) => (
            <Row key={row.id} row={row} {...props} />
          ))}
          {rows.some((row) => row.state !== 'FUTURE') ? null : (
            <li data-state="NOW">
              <span>
                <strong>{firstName}</strong>
                {t('global.rateNow')}
              </span>
            </li>
          )}
        </ul>
      ) : changes.isError ? (
        <Failed title={failedTitle} error={changes.error} onRetry={() => void changes.refetch()} />
      ) : (
        <Loading label={title} rows={1} />
      )}
      {isAsked ? dialog(() => setAsked(false)) : null}
    </Card>
  )
}

type RowProps<Change extends DatedChange> = Pick<Props<Change>, 'nameOf' | 'isUndated' | 'path'> & {
  row: Change
}

function Row<Change extends DatedChange>({ row, nameOf, isUndated, path }: RowProps<Change>) {
  const { t } = useTranslation()
  const remove = useWrite((_: undefined, key) => write('DELETE', `${path}/${row.id}`, key, {}), {
    onSuccess: () => {
      for (const queryKey of settingsStale) void queryClient.invalidateQueries({ queryKey })
    },
  })
  const name = nameOf(row)
  return (
    <li data-state={row.state}>
      <span>
        <strong>{name}</strong>
        {isUndated?.(row)
          ? t(words[row.state])
          : `${t('global.rateSince', { date: dayText(row.valid_from) })} · ${t(words[row.state])}`}
      </span>
      {row.state === 'FUTURE' || row.valid_from === today() ? (
        <IconButton
          label={t('global.rateRemove', { name, date: dayText(row.valid_from) })}
          onClick={() => remove.mutate(undefined)}
        >
          <IconTrash size={20} stroke={1.8} aria-hidden="true" />
        </IconButton>
      ) : null}
    </li>
  )
}
