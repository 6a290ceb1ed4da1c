import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Unit } from '../../api/model'
import { useUnits } from '../../data/catalog/selectOptions'
import { stockKeys } from '../../data/stock/keys'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { QuantityField, StatusField, TextField } from '../../ui/form/fields'
import { FormRow } from '../../ui/form/Group'
import { SelectField } from '../../ui/form/SelectField'

interface Props {
  /** The unit to edit; null makes a new one. */
  unit: Unit | null
  onClose: () => void
}

export function UnitDrawer({ unit, onClose }: Props) {
  const { t } = useTranslation()
  const bases = (useUnits().data ?? []).filter((each) => each.magnitude_id == null && each.id !== unit?.id)
  return (
    <FormDrawer
      title={unit ? t('units.edit') : t('units.new')}
      entity={{ name: t('units.entity'), feminine: true }}
      isNew={unit === null}
      start={{
        symbol: unit?.symbol ?? '',
        name: unit?.name ?? '',
        magnitude_id: unit?.magnitude_id ?? null,
        equivalence: unit?.equivalence ?? '1',
        status: unit?.status ?? 'ACTIVE',
      }}
      save={(values, key, changed) =>
        unit
          ? write('PUT', `/measurements/${unit.id}`, key, changed)
          : write('POST', '/measurements', key, values)
      }
      nameOf={(values) => values.name}
      stale={[stockKeys.units, stockKeys.supplies]}
      onClose={onClose}
    >
      {(form) => {
        const { magnitude_id, symbol } = form.getValues()
        const base = bases.find((each) => each.id === magnitude_id)
        return (
          <>
            <NameFields />
            <SelectField
              name="magnitude_id"
              label={t('units.base')}
              description={t('units.baseText')}
              options={bases.map((each) => ({ value: each.id, label: `${each.name} (${each.symbol})` }))}
              clearable
            />
            {base ? (
              <QuantityField
                name="equivalence"
                label={t('units.worthOf', { unit: symbol || t('units.entity').toLowerCase() })}
                unit={base.symbol}
                decimals={6}
              />
            ) : null}
            <StatusField label={t('units.active')} description={t('units.activeText')} />
          </>
        )
      }}
    </FormDrawer>
  )
}

function NameFields() {
  const { t } = useTranslation()
  return (
    <FormRow>
      <TextField
        name="name"
        label={t('units.nameField')}
        required
        maxLength={60}
        placeholder={t('units.nameExample')}
      />
      <TextField
        name="symbol"
        label={t('units.symbol')}
        required
        maxLength={10}
        placeholder={t('units.symbolExample')}
      />
    </FormRow>
  )
}
