import { Button } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { OfficeProduct, ProductDetail } from '../../../api/model'
import { courseKeys } from '../../../data/catalog/courseKeys'
import { catalogKeys } from '../../../data/catalog/keys'
import { optionsOf, useAreas, useCategories } from '../../../data/catalog/selectOptions'
import { inventoryKeys } from '../../../data/inventory/keys'
import { ChipsField } from '../../../ui/form/ChipsField'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { QuantityField, StatusField, SwitchField, TextField } from '../../../ui/form/fields'
import { FormGroup, FormRow } from '../../../ui/form/Group'
import { ImageField } from '../../../ui/form/ImageField'
import { SelectField } from '../../../ui/form/SelectField'
import { dateTime, inSmallLetters } from '../../../ui/format'
import { measuredUnit } from '../../../ui/measure'
import { OpeningStock } from '../../../widgets/supplies/OpeningStock'
import { RecipeField } from '../../../widgets/supplies/RecipeField'
import { ProductGroupsField } from '../choices/ProductGroupsField'
import { CourseField } from '../courses/CourseField'
import { type Creating, QuickCreate } from '../quick/QuickCreate'
import { BarcodeField } from './BarcodeField'
import { ComboField } from './ComboField'
import { DishFacts } from './DishFacts'
import { PricesGroup } from './PricesGroup'
import { ProductPicture } from './ProductPicture'
import c from './Products.module.css'
import { noKitchen, type ProductValues, productBody, productFormValues } from './productForm'
import { saveImage, useAttributes, useToppings } from './queries'
import { useDuplicate } from './useDuplicate'
import { VariantsField } from './VariantsField'

interface Props {
  /** The product to edit, which the list fetches whole; null makes a new one. */
  product: OfficeProduct | null
  onClose: () => void
}

/** Edits a product in three groups: name and place, prices and cost, and what it can do. */
export function ProductDrawer({ product: row, onClose }: Props) {
  const { t } = useTranslation()
  const product = row as ProductDetail | null
  const attributes = useAttributes()
  const categories = useCategories('PRODUCT')
  const areas = useAreas()
  const toppings = useToppings()
  const duplicate = useDuplicate()
  const [creating, setCreating] = useState<Creating | null>(null)
  // The photo may be refused after the product itself was made, so the made one is kept.
  const made = useRef<ProductDetail | null>(null)
  // Variants are made of the attributes: the form waits for them.
  if (!attributes.data) return null
  const all = attributes.data
  const save = async (values: ProductValues, key: string, changed: Partial<ProductValues>) => {
    const there = product ?? made.current
    const body = productBody(values, product ? changed : values, all)
    // Its stock was opened when it was made.
    if (there) delete body.opening_stock
    const saved = there
      ? await write('PUT', `/products/${there.id}`, key, body)
      : await write('POST', '/products', key, body)
    made.current = saved
    const { image } = values
    if (image === (product?.image ?? null) || typeof image === 'string') return saved
    return saveImage(saved.id, image, key)
  }
  return (
    <>
      <FormDrawer
        title={product ? t('products.edit') : t('products.new')}
        note={
          product?.updated_at
            ? t('products.changed', { who: product.updated_by ?? '', when: dateTime(product.updated_at) })
            : undefined
        }
        entity={{ name: t('products.entity') }}
        isNew={product === null}
        start={productFormValues(product, all)}
        save={save}
        nameOf={(values) => values.name}
        stale={[
          catalogKeys.products,
          catalogKeys.sale,
          catalogKeys.attributes,
          catalogKeys.categories,
          courseKeys.courses,
          inventoryKeys.all,
        ]}
        onClose={onClose}
      >
        {(form) => {
          const values = form.getValues()
          const measured = measuredUnit(values) !== null
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
                    onCreate={(typed) =>
                      setCreating({
                        kind: 'category',
                        typed,
                        choose: (category) => form.setFieldValue('category_id', category.id),
                      })
                    }
                  />
                  <SelectField
                    name="production_area_id"
                    label={t('products.productionArea')}
                    required={!values.is_combo}
                    clearable={values.is_combo}
                    options={[
                      ...optionsOf(areas.data?.map((area) => ({ ...area, name: inSmallLetters(area.name) }))),
                      { value: noKitchen, label: t('products.noKitchen') },
                    ]}
                  />
                </FormRow>
                <CourseField none={t('courseList.ofCategory')} />
                <FormRow>
                  <TextField name="code" label={t('products.code')} maxLength={48} />
                  <BarcodeField name="barcode" label={t('products.barcode')} />
                </FormRow>
                <TextField name="description" label={t('products.description')} maxLength={500} />
              </FormGroup>
              <DishFacts />
              <PricesGroup
                values={values}
                product={product}
                onUnit={() => form.setValues({ min_quantity: '', quantity_step: '', tare: '' })}
              />
              <FormGroup title={t('products.options')}>
                <SwitchField
                  name="has_variants"
                  label={t('products.hasVariants')}
                  description={t('products.hasVariantsText')}
                />
                {values.has_variants ? (
                  <VariantsField
                    onCreate={() =>
                      setCreating({
                        kind: 'attribute',
                        typed: '',
                        choose: ({ options }) =>
                          form.setFieldValue('variants', (was) => ({
                            ...was,
                            adds: {
                              ...was.adds,
                              ...Object.fromEntries(options.map(({ id }) => [String(id), '0.00'])),
                            },
                          })),
                      })
                    }
                  />
                ) : null}
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
                    >
                      <button
                        type="button"
                        className={c.make}
                        onClick={() =>
                          setCreating({
                            kind: 'topping',
                            typed: '',
                            choose: (topping) =>
                              form.setFieldValue('topping_ids', (was) => [...was, topping.id]),
                          })
                        }
                      >
                        <IconPlus size={17} stroke={2.2} aria-hidden="true" />
                        {t('toppings.new')}
                      </button>
                    </ChipsField>
                  </div>
                ) : null}
                <ProductGroupsField
                  onCreate={(typed, choose) => setCreating({ kind: 'choiceGroup', typed, choose })}
                />
                <SwitchField
                  name="has_supplies"
                  label={t('products.hasSupplies')}
                  description={t('products.hasSuppliesText')}
                />
                {values.has_supplies ? (
                  <div className={c.inset}>
                    <RecipeField label={t(`products.recipeOf.${values.sale_unit}`)} />
                  </div>
                ) : null}
                {measured ? null : (
                  <SwitchField
                    name="is_combo"
                    label={t('products.combo')}
                    description={t('products.comboText')}
                  />
                )}
                {values.is_combo ? <ComboField /> : null}
                <SwitchField
                  name="has_stock"
                  label={t(measured ? 'products.hasMeasuredStock' : 'products.hasStock')}
                  description={t(measured ? 'products.hasMeasuredStockText' : 'products.hasStockText')}
                />
                {values.has_stock ? <QuantityField name="min_stock" label={t('products.minStock')} /> : null}
                {values.has_stock && !product ? <OpeningStock /> : null}
                <SwitchField
                  name="is_delivered"
                  label={t('products.delivered')}
                  description={t('products.deliveredText')}
                />
                <StatusField label={t('products.active')} description={t('products.activeText')} />
              </FormGroup>
              {product ? (
                <Button
                  variant="default"
                  loading={duplicate.isPending}
                  leftSection={<IconCopy size={18} stroke={1.9} aria-hidden="true" />}
                  onClick={() => duplicate.mutate(product.id)}
                >
                  {t('products.duplicate')}
                </Button>
              ) : null}
            </>
          )
        }}
      </FormDrawer>
      {creating ? <QuickCreate creating={creating} onClose={() => setCreating(null)} /> : null}
    </>
  )
}
