import { useTranslation } from 'react-i18next'
import { MoneyField, QuantityField } from '../../ui/form/fields'
import { FormRow } from '../../ui/form/Group'

/** Asks for the stock of something new and the cost of one; empty means none. */
export function OpeningStock({ unit }: { unit?: string }) {
  const { t } = useTranslation()
  return (
    <FormRow>
      <QuantityField
        name="opening_stock.quantity"
        label={t('openingStock.title')}
        description={t('openingStock.text')}
        unit={unit}
        decimals={6}
      />
      <MoneyField
        name="opening_stock.unit_price"
        label={unit ? t('openingStock.cost', { unit }) : t('openingStock.costPlain')}
        decimals={6}
      />
    </FormRow>
  )
}
