import { useDebouncedValue } from '@mantine/hooks'
import { IconBarcode, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../api/query'
import { inventoryKeys } from '../../data/inventory/keys'
import type { FoundItem, Search } from '../../data/inventory/queries'
import { plain } from '../../ui/figures'
import c from './ItemSearch.module.css'

interface Props {
  label: string
  search: Search
  /** It distinguishes the search from others. */
  of: string
  onPick: (row: FoundItem) => void
  /** True where codes are read too, which its icon shows. */
  scans?: boolean
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
  error?: string
  /** A form that opens does not begin here. */
  passed?: boolean
}

const typingMs = 200

const query = (of: string, search: Search, term: string) => ({
  queryKey: inventoryKeys.search(of, term),
  queryFn: ({ signal }: { signal?: AbortSignal }) => search(term, signal),
})

/** Finds a counted item by name or by code: typed, or read by a scanner that ends with Enter. */
export function ItemSearch({ label, search, of, onPick, scans, autoFocus, ref, error, passed }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { text, shown, rows, at, settled, found, pick, onType, setOpen, onKeyDown } = useSearch(
    search,
    of,
    onPick,
  )
  const Glyph = scans ? IconBarcode : IconSearch
  return (
    <div className={c.search} data-wrong={error ? true : undefined}>
      <Glyph size={20} stroke={1.8} aria-hidden="true" />
      <input
        ref={ref}
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded={shown}
        aria-controls={id}
        aria-autocomplete="list"
        aria-haspopup={passed ? 'listbox' : undefined}
        aria-activedescendant={shown && rows[at] ? `${id}-${at}` : undefined}
        aria-invalid={error ? true : undefined}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: only set where the field is what one came for
        autoFocus={autoFocus}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {shown ? (
        <Found
          id={id}
          label={label}
          rows={rows}
          at={at}
          none={
            found.isError
              ? t('inventory.form.searchFailed')
              : found.isFetching || !settled
                ? t('kardex.searching')
                : t('kardex.noItems')
          }
          onPick={pick}
        />
      ) : null}
      {error ? (
        <p className={c.error} data-field-error>
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** Searches what is typed and knows the row that Enter takes. */
function useSearch(search: Search, of: string, onPick: (row: FoundItem) => void) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const [rested] = useDebouncedValue(text.trim(), typingMs)
  const found = useQuery({
    ...query(of, search, rested),
    enabled: open && rested !== '',
    placeholderData: keepPreviousData,
  })
  const settled = rested === text.trim() && !found.isPlaceholderData
  const rows = found.data ?? []
  const shown = open && text.trim() !== ''
  const pick = (row: FoundItem | undefined) => {
    if (!row) return
    setText('')
    setOpen(false)
    setAt(0)
    onPick(row)
  }
  /* A scanner is faster than the search: its code is searched at once, and taken where it matches one item alone. */
  const enter = async () => {
    const term = text.trim()
    if (settled && rows[at]) return pick(rows[at])
    const matches = await queryClient
      .fetchQuery({ ...query(of, search, term), staleTime: 5_000 })
      .catch(() => [])
    if (matches.length === 1) pick(matches[0])
    else setOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault()
      void enter()
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt(Math.max(0, Math.min(rows.length - 1, at + step)))
    }
  }
  const onType = (typed: string) => {
    setText(typed)
    setOpen(true)
    setAt(0)
  }
  return { text, shown, rows, at, settled, found, pick, onType, setOpen, onKeyDown }
}

interface FoundProps {
  id: string
  label: string
  rows: FoundItem[]
  /** The place of the row that Enter takes. */
  at: number
  /** What stands there while there is no row. */
  none: string
  onPick: (row: FoundItem) => void
}

function Found({ id, label, rows, at, none, onPick }: FoundProps) {
  return (
    <div id={id} role="listbox" aria-label={label} className={c.list}>
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
        <div
          key={`${row.type}:${row.id}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          // The field would lose the focus before the click arrives.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(row)}
        >
          <b>{row.name}</b>
          <span>
            {[row.category, row.stock === null ? '' : `${plain(row.stock)} ${row.measurement}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
      ))}
      {rows.length === 0 ? <p role="status">{none}</p> : null}
    </div>
  )
}
