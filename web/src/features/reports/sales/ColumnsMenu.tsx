import { Checkbox } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useAnchored } from '../../../ui/anchored'
import filters from '../../../ui/list/Filters.module.css'
import c from './SalesTable.module.css'
import type { ColumnKey } from './salesRows'

/** Chooses the columns of the table; the sold amount is always one. */
export function ColumnsMenu({ all, hidden }: { all: ColumnKey[]; hidden: string[] }) {
  const { t } = useTranslation()
  const id = useId()
  const { opener, panel } = useAnchored<HTMLButtonElement>('right')
  const [, setParams] = useSearchParams()
  const toggle = (column: ColumnKey) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        const others = now.getAll('hide').filter((each) => each !== column)
        next.delete('hide')
        for (const each of hidden.includes(column) ? others : [...others, column]) next.append('hide', each)
        return next
      },
      { replace: true },
    )
  return (
    <>
      <button ref={opener} type="button" className={c.columns} popoverTarget={id}>
        <IconColumns3 size={19} stroke={1.9} aria-hidden="true" />
        {t('salesReport.columns')}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a popover in every browser */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={t('salesReport.columns')}
        className={filters.panel}
        {...panel}
      >
        {all.map((column) => (
          <Checkbox
            key={column}
            className={filters.choice}
            label={t(`salesReport.column.${column}`)}
            checked={column === 'total' || !hidden.includes(column)}
            disabled={column === 'total'}
            onChange={() => toggle(column)}
          />
        ))}
      </div>
    </>
  )
}
