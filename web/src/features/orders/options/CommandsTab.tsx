import { Pagination } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { DateInput } from '../../../ui/dates/DateInput'
import { businessDay } from '../../../ui/format'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { SearchField } from '../../../ui/SearchField'
import { CommandCard } from '../CommandCard'
import { type DayFilter, useDayCommands } from '../commands'
import c from './CommandsTab.module.css'

/** Lists the commands of a day, of all accounts; the address holds day, search and page. */
export default function CommandsTab() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const [today] = useState(() => businessDay(Date.now()))
  const filter: DayFilter = {
    date: params.get('date') ?? '',
    term: params.get('term') ?? '',
    page: Number(params.get('page') ?? 1) || 1,
  }
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value)
        else before.delete(name)
        if (name !== 'page') before.delete('page')
        return before
      },
      { replace: true },
    )
  const commands = useDayCommands(filter)
  return (
    <div className={c.tab}>
      <div className={c.filters}>
        <SearchField
          label={t('orders.history.search')}
          value={filter.term}
          onChange={(term) => set('term', term)}
        />
        <DateInput
          always
          aria-label={t('orders.history.date')}
          value={filter.date || today}
          now={today}
          onChange={(day) => set('date', day ?? '')}
        />
      </div>
      {commands.data ? (
        commands.data.rows.length > 0 ? (
          <>
            <div className={c.grid}>
              {commands.data.rows.map((command) => (
                <CommandCard
                  key={command.id}
                  command={command}
                  place={[command.place, command.client_name].filter(Boolean).join(' · ')}
                />
              ))}
            </div>
            {commands.data.total_pages > 1 ? (
              <Pagination
                total={commands.data.total_pages}
                value={filter.page}
                size="lg"
                onChange={(page) => set('page', String(page))}
                getControlProps={(control) => ({ 'aria-label': t(`list.${control}`) })}
              />
            ) : null}
          </>
        ) : (
          <Empty
            title={t(filter.term ? 'orders.history.noMatch' : 'orders.history.noneOfDay')}
            text={filter.term ? undefined : t('orders.history.noneText')}
          />
        )
      ) : commands.error ? (
        <Failed
          title={t('orders.history.failed')}
          error={commands.error}
          onRetry={() => void commands.refetch()}
        />
      ) : (
        <Loading label={t('orders.history.loading')} rows={3} height={180} />
      )}
    </div>
  )
}
