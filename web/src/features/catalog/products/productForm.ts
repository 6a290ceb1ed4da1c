import type {
  Allergen,
  Attribute,
  DishMark,
  IgvTreatment,
  ProductDetail,
  SaleUnit,
  Status,
} from '../../../api/model'
import type { BodyOf } from '../../../api/paths'
import { noOpening, type Opening, openingBody } from '../../../widgets/supplies/opening'
import { type RecipeItem, recipeBody, recipeOf } from '../../../widgets/supplies/RecipeField'
import type { ComboItem } from './ComboField'
import { type OfferedVariants, offeredOf, variantsToStore } from './variants'

/** This value stands in place of an area's id and says that no area makes it, on purpose. */
export const noKitchen = 0

export interface ProductValues extends Opening {
  name: string
  code: string
  barcode: string
  description: string
  allergens: Allergen[]
  marks: DishMark[]
  name_en: string
  name_pt: string
  description_en: string
  description_pt: string
  image: string | File | null
  category_id: number | null
  production_area_id: number | null
  sale_amount: string
  delivery_price: string
  delivery_app_price: string
  minimum_sale_price: string
  cost_amount: string
  own_cost: boolean
  min_stock: string
  igv_treatment: IgvTreatment
  is_plastic_bag: boolean
  sale_unit: SaleUnit
  min_quantity: string
  quantity_step: string
  tare: string
  is_delivered: boolean
  has_variants: boolean
  has_toppings: boolean
  has_supplies: boolean
  has_stock: boolean
  is_combo: boolean
  status: Status
  variants: OfferedVariants
  combo_items: ComboItem[]
  supply_items: RecipeItem[]
  topping_ids: number[]
  choice_group_ids: number[]
  /** The course, where it is not its category's. */
  course_id: number | null
}

export function productFormValues(
  product: ProductDetail | null,
  attributes: readonly Attribute[],
): ProductValues {
  return {
    name: product?.name ?? '',
    code: product?.code ?? '',
    barcode: product?.barcode ?? '',
    description: product?.description ?? '',
    allergens: product?.allergens ?? [],
    marks: product?.marks ?? [],
    name_en: product?.name_en ?? '',
    name_pt: product?.name_pt ?? '',
    description_en: product?.description_en ?? '',
    description_pt: product?.description_pt ?? '',
    image: product?.image ?? null,
    category_id: product?.category_id ?? null,
    production_area_id: product?.production_area_id ?? (product?.skips_kitchen ? noKitchen : null),
    sale_amount: product?.sale_amount ?? '',
    delivery_price: product?.delivery_price ?? '',
    delivery_app_price: product?.delivery_app_price ?? '',
    minimum_sale_price: product?.minimum_sale_price ?? '',
    cost_amount: product?.cost_amount ?? '',
    own_cost: product?.own_cost ?? false,
    min_stock: product?.min_stock ?? '0',
    igv_treatment: product?.igv_treatment ?? 'TAXED',
    is_plastic_bag: product?.is_plastic_bag ?? false,
    sale_unit: product?.sale_unit ?? 'UNIT',
    min_quantity: product?.min_quantity ?? '',
    quantity_step: product?.quantity_step ?? '',
    tare: product?.tare ?? '',
    is_delivered: product?.is_delivered ?? true,
    has_variants: product?.has_variants ?? false,
    has_toppings: product?.has_toppings ?? false,
    has_supplies: product?.has_supplies ?? false,
    has_stock: product?.has_stock ?? false,
    is_combo: product?.is_combo ?? false,
    status: product?.status ?? 'ACTIVE',
    variants: offeredOf(product?.variants, attributes),
    combo_items: (product?.combo_has_product ?? []).map(({ product_id, name, quantity }, row) => ({
      row,
      product_id,
      name,
      quantity,
    })),
    supply_items: recipeOf(product?.supplies_with_details),
    topping_ids: product?.topping_ids ?? [],
    choice_group_ids: product?.choice_group_ids ?? [],
    course_id: product?.course_id ?? null,
    ...noOpening,
  }
}

/** Empty fields of these names are sent as null: no code, no own price, no limit, or unknown. */
const optional = [
  'code',
  'barcode',
  'delivery_price',
  'delivery_app_price',
  'minimum_sale_price',
  'cost_amount',
  'min_quantity',
  'quantity_step',
  'tare',
] as const
type Body = BodyOf<'POST', '/products'>

/** Returns the body of POST (all values) or PUT (the changed ones). */
export function productBody(
  values: ProductValues,
  changed: Partial<ProductValues>,
  attributes: readonly Attribute[],
): Body {
  const { image: _, variants: _1, combo_items: _2, supply_items: _3, topping_ids: _4, ...rest } = changed
  const { opening_stock: _5, ...plain } = rest
  const body: Body = { ...plain, ...partsOf(values, changed, attributes) }
  for (const name of optional) if (name in body) body[name] = values[name] === '' ? null : values[name]
  // A new product is sent with its opening stock; later only movements change it.
  if (changed === values && values.has_stock) Object.assign(body, openingBody(values))
  if ('min_stock' in body) body.min_stock = values.min_stock || '0'
  Object.assign(body, madeAt(values, changed))
  if (values.category_id === null) delete body.category_id
  // A new product without a price is left to the server to refuse; for an existing one, leaving it out would mean "as before".
  if (values.sale_amount === '' && changed === values) delete body.sale_amount
  return body
}

/** Returns the area, or that no area makes it; without a choice the server asks for one. The dishes of a combo have their own. */
function madeAt(
  { production_area_id: area, is_combo }: ProductValues,
  changed: Partial<ProductValues>,
): Pick<Body, 'production_area_id' | 'skips_kitchen'> {
  if (!('production_area_id' in changed) && (area !== null || is_combo)) return {}
  return {
    production_area_id: area || null,
    ...(is_combo && area === null ? {} : { skips_kitchen: area === noKitchen }),
  }
}

/** Returns the lists that are sent only when their switch is on. */
function partsOf(
  values: ProductValues,
  changed: Partial<ProductValues>,
  attributes: readonly Attribute[],
): Pick<Body, 'variants' | 'combo_items' | 'supply_items' | 'topping_ids'> {
  type Switch = 'has_variants' | 'is_combo' | 'has_supplies' | 'has_toppings'
  // The server keeps the list of a part that was switched off: switching it on again with an empty list restores it.
  const goes = (part: keyof ProductValues, flag: Switch, all: readonly unknown[]) =>
    values[flag] && part in changed && (all.length > 0 || !(flag in changed))
  const parts: Pick<Body, 'variants' | 'combo_items' | 'supply_items' | 'topping_ids'> = {}
  const variants = variantsToStore(values.variants, attributes)
  if (goes('variants', 'has_variants', variants)) parts.variants = variants
  const dishes = values.combo_items.map(({ product_id, quantity }) => ({
    product_id: product_id ?? 0,
    quantity: quantity || '0',
  }))
  if (goes('combo_items', 'is_combo', dishes)) parts.combo_items = dishes
  const recipe = recipeBody(values.supply_items)
  if (goes('supply_items', 'has_supplies', recipe)) parts.supply_items = recipe
  if (goes('topping_ids', 'has_toppings', values.topping_ids)) parts.topping_ids = values.topping_ids
  return parts
}
