import type { SaleProduct } from '../../api/model'

/** A product with the weight that the label of a scale tells of one piece, in grams. */
export interface Labelled {
  product: SaleProduct
  grams: number
}

/**
 * Reads the label of a scale that prints: an EAN-13 that begins with 20 to 29, five digits of the product and five of its grams. The
 * product has the five digits as its code, with or without the zeros before them, or all seven as its barcode.
 */
export function findLabelled(products: SaleProduct[], typed: string): Labelled | undefined {
  const [, item, number, grams] = /^(2\d(\d{5}))(\d{5})\d$/.exec(typed) ?? []
  if (!item || !number || Number(grams) === 0 || !isEan(typed)) return undefined
  const isNamed = ({ code, barcode }: SaleProduct) =>
    barcode === item || (/^\d+$/.test(code ?? '') && Number(code) === Number(number))
  const product = products.find((each) => ['KG', 'HG', 'G'].includes(each.sale_unit) && isNamed(each))
  return product && { product, grams: Number(grams) }
}

/* Whether the last digit of an EAN-13 is the check digit of the others. */
const isEan = (code: string) =>
  [...code].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0
