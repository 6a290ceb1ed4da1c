import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DateRange } from '../../../ui/dates/DateRange'
import c from './ActionLogTab.module.css'
import { daysOf, presets } from './days'
import { type LogQuery, useActionFilters } from './queries'

interface Props {
  query: LogQuery
  onChange: (changes: Record<string, string | null>) => void
}

/** Filters by action, user and days. */
export function LogFilters({ query, onChange }: Props) {
  const { t } = useTranslation()
  const filters = useActionFilters()
  const now = Date.now()
  const types = (filters.data?.types ?? []).map((each) => ({ value: each.action_type, label: each.action }))
  const users = (filters.data?.users ?? []).map((each) => ({ value: String(each.id), label: each.name }))
  return (
    <form className={c.filters} onSubmit={(event) => event.preventDefault()} noValidate>
      <Select
        label={t('options.log.type')}
        placeholder={t('options.log.all')}
        data={types}
        value={query.action_type}
        searchable
        clearable
        onChange={(type) => onChange({ type })}
      />
      <Select
        label={t('options.log.user')}
        placeholder={t('options.log.everybody')}
        data={users}
        value={query.user_id}
        searchable
        clearable
        onChange={(user) => onChange({ user })}
      />
      <DateRange
        labels={{ from: t('options.log.from'), to: t('options.log.to') }}
        from={query.date_from}
        to={query.date_to}
        onChange={(range) => onChange({ ...range })}
      />
      <fieldset className={c.presets}>
        <legend className="sr">{t('options.log.days')}</legend>
        {presets.map((preset) => {
          const [from, to] = daysOf(preset, now)
          const on = query.date_from === from && query.date_to === to
          return (
            <button
              key={preset}
              type="button"
              aria-pressed={on}
              onClick={() => onChange(on ? { from: null, to: null } : { from, to })}
            >
              {t(`options.log.preset.${preset}`)}
            </button>
          )
        })}
        {query.client_request_id ? (
          <button type="button" aria-pressed onClick={() => onChange({ request: null })}>
            {t('options.log.oneAccount')}
          </button>
        ) : null}
      </fieldset>
    </form>
  )
}
