import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Supply } from '../../../../api/model'
import { may } from '../../../../session/permissions'
import { useUser } from '../../../../session/session'
import { plain } from '../../../../ui/figures'
import { useField } from '../../../../ui/form/context'
import { searchKey } from '../../../../ui/format'
import { Loading } from '../../../../ui/LoadState'
import c from './Produce.module.css'
import type { UsedLine } from './produceForm'

/** With more supplies to choose from than this there is a search. */
const many = 8

/** Chooses the supply to make: one button for each that has a recipe. */
export function SupplyToMakeField({ supplies }: { supplies: Supply[] | undefined }) {
  const { t } = useTranslation()
  const { value: chosen, error, set } = useField<number | null>('supply_id')
  const quantity = useField<string>('quantity')
  const unit = useField<number | null>('measurement_id')
  const items = useField<UsedLine[]>('items')
  const leftOut = useField<number[]>('left_out')
  const produced = useField<string>('produced')
  const [term, setTerm] = useState('')
  if (!supplies) return <Loading label={t('productions.what')} rows={4} height={64} />
  const made = supplies.filter((each) => each.has_recipe && each.status === 'ACTIVE')
  const supply = supplies.find((each) => each.id === chosen)
  const pick = (next: Supply | null) => {
    set(next?.id ?? null)
    unit.set(next?.measurement_id ?? null)
    quantity.set(next?.recipe_yield ? plainText(next.recipe_yield) : '')
    items.set([])
    leftOut.set([])
    produced.set('')
  }
  if (supply) {
    return (
      <div className={c.chosen}>
        <p>
          <b>{supply.name}</b>
          {supply.stock == null ? null : (
            <span>{t('productions.have', { quantity: plain(supply.stock), unit: supply.measurement })}</span>
          )}
        </p>
        <Button variant="default" onClick={() => pick(null)}>
          {t('productions.other')}
        </Button>
        {error ? (
          <p className={c.error} data-field-error>
            {error}
          </p>
        ) : null}
      </div>
    )
  }
  if (made.length === 0) return <NothingMade />
  const found = made.filter((each) => searchKey(each.name).includes(searchKey(term)))
  return (
    <section className={c.what} aria-label={t('productions.what')}>
      <h3>{t('productions.what')}</h3>
      {made.length > many ? (
        <TextInput
          aria-label={t('productions.find')}
          placeholder={t('productions.find')}
          value={term}
          autoComplete="off"
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
      ) : null}
      <div className={c.keys}>
        {found.map((each) => (
          <button key={each.id} type="button" className={c.key} onClick={() => pick(each)}>
            <b>{each.name}</b>
            {each.stock == null ? null : (
              <span data-short={each.below_min_stock || undefined}>
                {t('productions.have', { quantity: plain(each.stock), unit: each.measurement })}
              </span>
            )}
          </button>
        ))}
      </div>
      {found.length === 0 ? <p className={c.hint}>{t('productions.noneFound')}</p> : null}
      {error ? (
        <p className={c.error} data-field-error>
          {error}
        </p>
      ) : null}
    </section>
  )
}

/* Removes trailing zeros, as a field writes it. */
const plainText = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

function NothingMade() {
  const { t } = useTranslation()
  const edits = may(useUser(), 'edit_catalog')
  return (
    <div className={c.nothing}>
      <h3>{t('productions.nothing')}</h3>
      <p>{t(edits ? 'productions.nothingText' : 'productions.nothingCook')}</p>
      {edits ? <Link to="/supplies">{t('productions.toSupplies')}</Link> : null}
    </div>
  )
}
