import { useTranslation } from 'react-i18next'
import type { SaleUnit } from '../../../api/model'
import { QuantityField } from '../../../ui/form/fields'
import { FormRow } from '../../../ui/form/Group'
import { SelectField } from '../../../ui/form/SelectField'
import { symbolOf } from '../../../ui/measure'
import type { ProductValues } from './productForm'

const units: readonly SaleUnit[] = ['UNIT', 'KG', 'HG', 'G', 'L', 'ML']

/** Asks by which unit a product is sold, and what limits a measure has. */
export function MeasureFields({ values, onUnit }: { values: ProductValues; onUnit: () => void }) {
  const { t } = useTranslation()
  const unit = symbolOf(values)
  return (
    <>
      <SelectField
        name="sale_unit"
        label={t('products.soldBy')}
        description={unit ? t('products.soldByText') : undefined}
        options={units.map((value) => ({ value, label: t(`products.units.${value}`) }))}
        onPick={onUnit}
      />
      {unit ? (
        <FormRow>
          <QuantityField
            name="min_quantity"
            label={t('products.least')}
            unit={unit}
            placeholder={t('products.noMinimum')}
          />
          <QuantityField
            name="quantity_step"
            label={t('products.step')}
            unit={unit}
            placeholder={t('products.noStep')}
          />
          <QuantityField
            name="tare"
            label={t('products.tare')}
            unit={unit}
            placeholder={t('products.noTare')}
          />
        </FormRow>
      ) : null}
    </>
  )
}
