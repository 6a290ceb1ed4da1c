import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import type { OfficeProduct, ProductDetail, ToppingView } from '../../../api/model'
import { ChipsField } from '../../../ui/form/ChipsField'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { MoneyField, QuantityField, StatusField, SwitchField, TextField } from '../../../ui/form/fields'
import { FormGroup, FormRow } from '../../../ui/form/Group'
import { ImageField } from '../../../ui/form/ImageField'
import { SelectField } from '../../../ui/form/SelectField'
import { amount, centimos, dateTime, named } from '../../../ui/format'
import { RecipeField } from '../recipe/RecipeField'
import { optionsOf, storeKeys, useAreas, useCategories } from '../storeRoom'
import { ComboField } from './ComboField'
import { percent } from './margin'
import { ProductPicture } from './ProductPicture'
import c from './Products.module.css'
import { bodyOf, type ProductValues, startOf } from './productForm'
import { attributesKey, productsKey, saleKey, saveImage, useAttributes } from './queries'
import { VariantsField } from './VariantsField'

interface Props {
  /** Null: a new one. The list fetches it whole. */
  product: OfficeProduct | null
  onClose: () => void
}

/** A product in three groups: what it is, what it costs, what it can. */
export function ProductDrawer({ product: row, onClose }: Props) {
  const { t } = useTranslation()
  const product = row as ProductDetail | null
  const attributes = useAttributes()
  const categories = useCategories('PRODUCT')
  const areas = useAreas()
  const toppings = useToppings()
  // Its photo may be refused after the product itself was made.
  const made = useRef<ProductDetail | null>(null)
  // Choices are made of the attributes: the form waits for them.
  if (!attributes.data) return null
  const all = attributes.data
  const save = async (values: ProductValues, key: string, changed: Partial<ProductValues>) => {
    const body = bodyOf(values, product ? changed : values, all)
    const there = product ?? made.current
    const saved = there
      ? await write<ProductDetail>('PUT', `/products/${there.id}`, key, body)
      : await write<ProductDetail>('POST', '/products', key, body)
    made.current = saved
    const { image } = values
    if (image === (product?.image ?? null) || typeof image === 'string') return saved
    return saveImage(saved.id, image, key)
  }
  return (
    <FormDrawer<ProductValues, ProductDetail>
      title={product ? t('products.edit') : t('products.new')}
      note={
        product?.updated_at
          ? t('products.changed', { who: product.updated_by ?? '', when: dateTime(product.updated_at) })
          : undefined
      }
      entity={{ name: t('products.entity') }}
      isNew={product === null}
      start={startOf(product, all)}
      save={save}
      nameOf={(values) => values.name}
      stale={[productsKey, saleKey, attributesKey, storeKeys.categories]}
      onClose={onClose}
    >
      {(form) => {
        const values = form.getValues()
        return (
          <>
            <FormGroup>
              <ImageField
                name="image"
                label={t('products.image')}
                instead={
                  <ProductPicture
                    product={{ name: values.name, plate: product?.plate ?? '', image: null }}
                    size={88}
                  />
                }
              />
              <TextField name="name" label={t('products.name')} required maxLength={80} />
              <FormRow>
                <SelectField
                  name="category_id"
                  label={t('products.category')}
                  required
                  options={optionsOf(categories.data)}
                />
                <SelectField
                  name="production_area_id"
                  label={t('products.productionArea')}
                  clearable
                  options={optionsOf(areas.data?.map((area) => ({ ...area, name: named(area.name) })))}
                />
              </FormRow>
              <TextField name="description" label={t('products.description')} maxLength={500} />
            </FormGroup>
            <Prices values={values} product={product} />
            <FormGroup title={t('products.options')}>
              <SwitchField
                name="has_variants"
                label={t('products.hasVariants')}
                description={t('products.hasVariantsText')}
              />
              {values.has_variants ? <VariantsField /> : null}
              <SwitchField
                name="has_toppings"
                label={t('products.hasToppings')}
                description={t('products.hasToppingsText')}
              />
              {values.has_toppings ? (
                <div className={c.inset}>
                  <ChipsField
                    name="topping_ids"
                    label={t('products.toppings')}
                    options={optionsOf(toppings.data)}
                  />
                </div>
              ) : null}
              <SwitchField
                name="has_supplies"
                label={t('products.hasSupplies')}
                description={t('products.hasSuppliesText')}
              />
              {values.has_supplies ? (
                <div className={c.inset}>
                  <RecipeField label={t('products.recipe')} />
                </div>
              ) : null}
              <SwitchField
                name="is_combo"
                label={t('products.combo')}
                description={t('products.comboText')}
              />
              {values.is_combo ? <ComboField /> : null}
              <SwitchField
                name="has_stock"
                label={t('products.hasStock')}
                description={t('products.hasStockText')}
              />
              {values.has_stock ? <QuantityField name="min_stock" label={t('products.minStock')} /> : null}
              <SwitchField
                name="is_delivered"
                label={t('products.delivered')}
                description={t('products.deliveredText')}
              />
              <StatusField label={t('products.active')} description={t('products.activeText')} />
            </FormGroup>
          </>
        )
      }}
    </FormDrawer>
  )
}

/** Prices by channel, with what is left of the first one. */
function Prices({ values, product }: { values: ProductValues; product: ProductDetail | null }) {
  const { t } = useTranslation()
  const table = centimos(values.sale_amount)
  const cheap = [values.delivery_price, values.delivery_app_price].some(
    (text) => text !== '' && centimos(text) < table,
  )
  const source = product?.cost_source
  const missing = (product?.supplies_with_details ?? []).filter((line) => line.total_price == null)
  return (
    <FormGroup title={t('products.prices')}>
      <FormRow>
        <MoneyField name="sale_amount" label={t('products.atTable')} required decimals={3} />
        <MoneyField
          name="delivery_price"
          label={t('products.delivery')}
          decimals={3}
          // Without a price of its own it is sold at the nearest one.
          placeholder={values.sale_amount || undefined}
        />
        <MoneyField
          name="delivery_app_price"
          label={t('products.app')}
          decimals={3}
          placeholder={t('products.noApp')}
        />
      </FormRow>
      {cheap ? (
        <p className={c.hint}>
          <IconAlertTriangle size={17} stroke={2} aria-hidden="true" />
          {t('products.cheaper', { price: amount(table) })}
        </p>
      ) : null}
      <FormRow>
        <MoneyField
          name="minimum_sale_price"
          label={t('products.minimum')}
          decimals={3}
          placeholder={t('products.noMinimum')}
        />
        <MoneyField
          name="cost_amount"
          label={t('products.cost')}
          decimals={6}
          placeholder={t('products.unknown')}
        />
      </FormRow>
      {product ? (
        <p className={c.cost}>
          <span>
            {t(`products.costs.${source === 'RECIPE' || source === 'COMBO' ? source : 'OWN'}`)}{' '}
            <b>
              {product.food_cost == null
                ? t('products.unknown')
                : `S/ ${amount(centimos(product.food_cost))}`}
            </b>
          </span>
          <span>
            {t('products.marginAtTable')} <b>{percent(product.margin_percent)}</b>
          </span>
          {product.has_supplies && missing.length > 0 ? (
            <span>{t('products.missingCost', { names: missing.map((line) => line.name).join(', ') })}</span>
          ) : null}
        </p>
      ) : null}
    </FormGroup>
  )
}

function useToppings() {
  return useQuery({
    queryKey: [...storeKeys.toppings, 'all'],
    queryFn: async ({ signal }) => (await list<ToppingView>('/toppings', { page: false }, signal)).rows,
  })
}
