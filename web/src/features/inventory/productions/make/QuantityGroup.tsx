import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Supply } from '../../../../api/model'
import { useUnits } from '../../../../data/catalog/selectOptions'
import { plain } from '../../../../ui/figures'
import { useField } from '../../../../ui/form/context'
import { QuantityField } from '../../../../ui/form/fields'
import { FormGroup, FormRow } from '../../../../ui/form/Group'
import { SelectField } from '../../../../ui/form/SelectField'
import c from './Produce.module.css'
import { batches, batchOf } from './produceForm'

/** Asks how much is made: a typed quantity, or a number of batches of the recipe. */
export function QuantityGroup({ supplies }: { supplies: Supply[] | undefined }) {
  const { t } = useTranslation()
  const units = useUnits().data ?? []
  const { value: id } = useField<number | null>('supply_id')
  const quantity = useField<string>('quantity')
  const unit = useField<number | null>('measurement_id')
  const supply = supplies?.find((each) => each.id === id)
  if (!supply) return null
  const own = units.find((each) => each.id === supply.measurement_id)
  const base = own?.magnitude_id ?? own?.id
  const fitting = units.filter((each) => (each.magnitude_id ?? each.id) === base)
  return (
    <FormGroup>
      <FormRow>
        <QuantityField name="quantity" label={t('productions.quantity')} decimals={6} required />
        <SelectField
          name="measurement_id"
          label={t('productions.unit')}
          options={fitting.map((each) => ({ value: each.id, label: each.symbol }))}
        />
      </FormRow>
      {supply.recipe_yield ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand in its border
        <div className={c.batches} role="group" aria-label={t('productions.batches')}>
          {batches.map(([name, factor]) => {
            const gives = batchOf(supply.recipe_yield, factor)
            return (
              <Button
                key={name}
                variant="default"
                onClick={() => {
                  quantity.set(gives)
                  unit.set(supply.measurement_id)
                }}
              >
                <span className={c.batch}>
                  <b>{t(`productions.batch.${name}`)}</b>
                  <span>{t('productions.made', { quantity: plain(gives), unit: supply.measurement })}</span>
                </span>
              </Button>
            )
          })}
        </div>
      ) : null}
    </FormGroup>
  )
}
