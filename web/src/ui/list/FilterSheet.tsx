import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../Dialog'
import { IconButton } from '../IconButton'
import { Choices } from './FilterChip'
import c from './Filters.module.css'
import type { Filter } from './types'

interface Props {
  filters: readonly Filter[]
  values: Record<string, string[]>
  results: number | undefined
  onChange: (values: Record<string, string[]>) => void
}

/** Puts all filters behind one button that counts those in use, for a phone. */
export function FilterSheet({ filters, values, results, onChange }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const count = Object.keys(values).length
  return (
    <>
      <button
        type="button"
        className={c.all}
        data-on={count > 0 || undefined}
        aria-label={count > 0 ? t('lists.filtersOn', { count }) : t('lists.filters')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconAdjustmentsHorizontal size={22} stroke={1.9} aria-hidden="true" />
        {count > 0 ? <b aria-hidden="true">{count}</b> : null}
      </button>
      {open ? (
        <Dialog label={t('lists.filters')} shape="sheet" onClose={() => setOpen(false)}>
          <header className={c.sheetHead}>
            <h2>{t('lists.filters')}</h2>
            <IconButton label={t('common.close')} onClick={() => setOpen(false)}>
              <IconX size={22} aria-hidden="true" />
            </IconButton>
          </header>
          <div className={c.sheetBody}>
            {filters.map((filter) => (
              <fieldset key={filter.name}>
                <legend>{filter.label}</legend>
                <Choices
                  filter={filter}
                  values={values[filter.name] ?? []}
                  onChange={(chosen) => onChange({ ...values, [filter.name]: chosen })}
                />
              </fieldset>
            ))}
          </div>
          <footer className={c.sheetFoot}>
            <Button variant="default" disabled={count === 0} onClick={() => onChange({})}>
              {t('lists.dropFilters')}
            </Button>
            <Button onClick={() => setOpen(false)}>
              {results === undefined ? t('common.ready') : t('lists.seeResults', { count: results })}
            </Button>
          </footer>
        </Dialog>
      ) : null}
    </>
  )
}
