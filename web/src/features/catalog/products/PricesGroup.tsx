import { SegmentedControl } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { IgvTreatment, ProductDetail } from '../../../api/model'
import { useCategories, useSupplies, useUnits } from '../../../data/catalog/selectOptions'
import { useSettings, useWholeCompany } from '../../../data/settings/queries'
import { decimalOf } from '../../../ui/decimals'
import { percent } from '../../../ui/figures'
import { useField } from '../../../ui/form/context'
import { MoneyField, SwitchField } from '../../../ui/form/fields'
import { FormGroup, FormRow } from '../../../ui/form/Group'
import { SelectField } from '../../../ui/form/SelectField'
import { centimos, date, money } from '../../../ui/format'
import { measuredUnit } from '../../../ui/measure'
import { recipeCosts } from '../../../widgets/supplies/cost'
import { MeasureFields } from './MeasureFields'
import { costNow, igvOf, marginOf, priceFor } from './margin'
import c from './Products.module.css'
import type { ProductValues } from './productForm'

const treatments: readonly IgvTreatment[] = ['TAXED', 'EXONERATED', 'UNAFFECTED']

interface Props {
  values: ProductValues
  product: ProductDetail | null
}

interface GroupProps extends Props {
  /** It is called when another unit was chosen: limits are in the unit, and begin anew. */
  onUnit: () => void
}

/** Asks for the prices by channel and the cost, and shows the margin of the first price. */
export function PricesGroup({ values, product, onUnit }: GroupProps) {
  const { t } = useTranslation()
  const table = centimos(values.sale_amount)
  const cheap = [values.delivery_price, values.delivery_app_price].some(
    (text) => text !== '' && centimos(text) < table,
  )
  return (
    <FormGroup title={t(values.igv_treatment === 'TAXED' ? 'products.prices' : 'products.pricesPlain')}>
      {values.is_combo || values.is_plastic_bag ? null : <MeasureFields values={values} onUnit={onUnit} />}
      <FormRow>
        <MoneyField
          name="sale_amount"
          label={t(`products.priceBy.${values.sale_unit}`)}
          required
          decimals={3}
        />
        <MoneyField
          name="delivery_price"
          label={t('products.delivery')}
          decimals={3}
          // Without a price of its own the channel sells at the nearest one, which the hint shows.
          placeholder={values.sale_amount || undefined}
        />
        <MoneyField
          name="delivery_app_price"
          label={t('products.app')}
          decimals={3}
          placeholder={t('products.noApp')}
        />
      </FormRow>
      <Margin values={values} product={product} />
      {cheap ? (
        <p className={c.hint}>
          <IconAlertTriangle size={17} stroke={2} aria-hidden="true" />
          {t('products.cheaper', { price: money(table) })}
        </p>
      ) : null}
      <FormRow>
        <MoneyField
          name="minimum_sale_price"
          label={t('products.minimum')}
          decimals={3}
          placeholder={t('products.noMinimum')}
        />
        <SelectField
          name="igv_treatment"
          label={t('products.igv')}
          description={t(`products.igvTexts.${values.igv_treatment}`)}
          options={treatments.map((value) => ({ value, label: t(`products.igvTreatments.${value}`) }))}
        />
      </FormRow>
      {measuredUnit(values) ? null : (
        <SwitchField
          name="is_plastic_bag"
          label={t('products.plasticBag')}
          description={t('products.plasticBagText')}
        />
      )}
      <CostField values={values} product={product} />
    </FormGroup>
  )
}

/** Shows the cost and the margin at the table price as the form has them, against the target margin. */
function Margin({ values, product }: Props) {
  const { t } = useTranslation()
  const { cost, margin, target, suggested } = useMargin(values, product)
  const age = product?.cost_is_pending
    ? t('products.costPending')
    : product?.cost_at
      ? t('products.costSince', { day: date(product.cost_at) })
      : null
  return (
    <div className={c.margin}>
      <p className={c.left} role="status">
        <span>
          {t('products.cost')}{' '}
          <b>{cost === null ? t('products.unknown') : money(centimos(decimalOf(cost, 2)))}</b>
        </span>
        <span data-short={suggested !== null || undefined}>
          {t('products.marginAtTable')} <b>{percent(margin)}</b>
        </span>
        {target == null ? null : <span>{t('products.targetIs', { percent: percent(target) })}</span>}
      </p>
      {suggested === null ? null : (
        <p className={c.hint}>
          <IconAlertTriangle size={17} stroke={2} aria-hidden="true" />
          {t('products.suggested', { price: money(centimos(suggested)) })}
        </p>
      )}
      {age ? <p className={c.age}>{age}</p> : null}
    </div>
  )
}

/** It is computed here with today's rate; with a tax on bags in the price it is the saved one. */
function useMargin(values: ProductValues, product: ProductDetail | null) {
  const supplies = useSupplies().data ?? []
  const units = useUnits().data ?? []
  const company = useWholeCompany().data
  const category = useCategories('PRODUCT').data?.find((each) => each.id === values.category_id)
  const house = useSettings().data
  const cost = costNow(values, product, supplies, units)
  const target = category?.target_margin ?? house?.target_margin ?? product?.target_margin
  if (!company || values.is_plastic_bag)
    return { cost, margin: product?.margin_percent, target, suggested: product?.suggested_price ?? null }
  const igv = igvOf(company, values.igv_treatment)
  const margin = marginOf(values.sale_amount, cost, igv)
  const isShort = margin !== null && target != null && Number(margin) < Number(target)
  const price = isShort && cost !== null ? priceFor(target, cost, igv) : null
  return { cost, margin, target, suggested: price === null ? null : decimalOf(price, 2) }
}

/** Shows the one cost that counts: that of the recipe, of a combo's dishes, or one that was typed. */
function CostField({ values, product }: Props) {
  const { t } = useTranslation()
  const { value: own, set } = useField<boolean>('own_cost')
  const computed = values.has_supplies ? 'RECIPE' : values.is_combo ? 'COMBO' : null
  const field = (
    <MoneyField
      name="cost_amount"
      label={t('products.cost')}
      decimals={6}
      placeholder={t('products.unknown')}
      bare={computed !== null}
    />
  )
  if (computed === null) return field
  return (
    <div className={c.costs}>
      <p className={c.label} aria-hidden="true">
        {t('products.cost')}
      </p>
      <SegmentedControl
        size="md"
        aria-label={t('products.cost')}
        value={own ? 'OWN' : computed}
        onChange={(choice) => set(choice === 'OWN')}
        data={[
          { value: computed, label: t(`products.costs.${computed}`) },
          { value: 'OWN', label: t('products.costs.OWN') },
        ]}
      />
      {own ? (
        field
      ) : computed === 'RECIPE' ? (
        <RecipeCost values={values} />
      ) : (
        <DishesCost product={product} />
      )}
    </div>
  )
}

/** Shows the cost of the recipe as the form has it. */
function RecipeCost({ values }: { values: ProductValues }) {
  const { t } = useTranslation()
  const supplies = useSupplies().data ?? []
  const units = useUnits().data ?? []
  const { costs, total } = recipeCosts(values.supply_items, supplies, units)
  const names = values.supply_items.flatMap(({ supply_id }, at) =>
    costs[at] === null ? (supplies.find((each) => each.id === supply_id)?.name ?? []) : [],
  )
  return (
    <p className={c.computed} role="status">
      <b>
        {total === null || values.supply_items.length === 0
          ? t('products.unknown')
          : money(centimos(decimalOf(total, 2)))}
      </b>
      {names.length > 0 ? <span>{t('products.missingCost', { names: names.join(', ') })}</span> : null}
    </p>
  )
}

/** Shows the cost as it was saved: only the server knows what other products cost. */
function DishesCost({ product }: { product: ProductDetail | null }) {
  const { t } = useTranslation()
  const known = product?.cost_source === 'COMBO'
  return (
    <p className={c.computed}>
      {known ? (
        <b>{product.food_cost == null ? t('products.unknown') : money(centimos(product.food_cost))}</b>
      ) : (
        <span>{t('products.costWhenSaved')}</span>
      )}
    </p>
  )
}
