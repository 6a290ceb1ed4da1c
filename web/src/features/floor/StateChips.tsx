import { IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../api/model'
import type { TableFilter } from '../../data/floor/filters'
import { tableIcon, tableStates } from '../../ui/states'
import c from './StateChips.module.css'

interface Props {
  tables: Table[]
  userId: number
  filter: TableFilter
  onFilter: (filter: TableFilter) => void
}

/** The legend of the floor plan, which also counts and filters. */
export function StateChips({ tables, userId, filter, onFilter }: Props) {
  const { t } = useTranslation()
  const toggle = (chosen: TableFilter) => onFilter(filter === chosen ? null : chosen)
  const mine = tables.filter((table) => table.request?.attendant_id === userId).length
  return (
    <fieldset className={c.chips}>
      <legend className="sr">{t('floor.filter')}</legend>
      <button
        type="button"
        className={c.chip}
        aria-pressed={filter === 'mine'}
        onClick={() => toggle('mine')}
      >
        <IconUser size={16} stroke={2.2} aria-hidden="true" />
        {t('floor.mine')}
        <b>{mine}</b>
      </button>
      {tableStates.map((state) => {
        const Glyph = tableIcon[state]
        const count = tables.filter((table) => table.status_table === state).length
        if (count === 0 && filter !== state) return null
        return (
          <button
            key={state}
            type="button"
            className={c.chip}
            data-state={state}
            aria-pressed={filter === state}
            onClick={() => toggle(state)}
          >
            <Glyph size={16} stroke={2.2} aria-hidden="true" />
            {t(`floor.state.${state}`)}
            <b>{count}</b>
          </button>
        )
      })}
    </fieldset>
  )
}
