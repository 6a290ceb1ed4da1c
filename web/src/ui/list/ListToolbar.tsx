import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../SearchField'
import { usePhone } from '../viewport'
import type { ListState } from './address'
import { FilterChip } from './FilterChip'
import { FilterSheet } from './FilterSheet'
import c from './Filters.module.css'
import type { Filter } from './types'
import type { ChangeList } from './useList'

const typingMs = 250

interface Props {
  search: string
  filters: readonly Filter[]
  state: ListState
  onChange: ChangeList
  /** The number of rows that match; absent while they load. */
  results: number | undefined
  /** A control that narrows the list in its own way, before the filters. */
  first?: ReactNode
  /** Controls after the filters. */
  children?: ReactNode
}

/** Searches while typing, and shows filters as chips that can be removed. */
export function ListToolbar({ search, filters, state, onChange, results, first, children }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const narrowed = state.term !== '' || Object.keys(state.filters).length > 0
  const change = (values: Record<string, string[]>) => onChange({ filters: withoutEmpty(values) })
  return (
    <search className={c.bar}>
      <div className={c.search}>
        <Search label={search} term={state.term} onTerm={(term) => onChange({ term }, { replace: true })} />
      </div>
      {first}
      {filters.length === 0 ? null : phone ? (
        <FilterSheet filters={filters} values={state.filters} results={results} onChange={change} />
      ) : (
        filters.map((filter) => (
          <FilterChip
            key={filter.name}
            filter={filter}
            values={state.filters[filter.name] ?? []}
            onChange={(chosen) => change({ ...state.filters, [filter.name]: chosen })}
          />
        ))
      )}
      {children}
      {/* The element is always there, so that a screen reader hears it change. */}
      <p className={phone ? 'sr' : c.results} role="status">
        {narrowed && results !== undefined ? t('lists.results', { count: results }) : null}
      </p>
    </search>
  )
}

/** The text is shown at once, and searched for when typing rests. */
function Search({ label, term, onTerm }: { label: string; term: string; onTerm: (term: string) => void }) {
  const [text, setText] = useState(term)
  const asked = useRef(term)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // The term came from going back or a link, not from typing here.
    if (term !== asked.current) setText(term)
    asked.current = term
  }, [term])
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (value: string) => {
    clearTimeout(timer.current)
    if (value.trim() === asked.current) return
    asked.current = value.trim()
    onTerm(value)
  }
  return (
    <SearchField
      label={label}
      value={text}
      onChange={(value) => {
        setText(value)
        clearTimeout(timer.current)
        if (value === '') ask('')
        else timer.current = setTimeout(() => ask(value), typingMs)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') ask(text)
        else if (event.key === 'Escape' && text) {
          event.preventDefault()
          setText('')
          ask('')
        }
      }}
    />
  )
}

const withoutEmpty = (values: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(values).filter(([, chosen]) => chosen.length > 0))
