/** What there is of something new, as its form holds it. */
export interface Opening extends Record<string, unknown> {
  opening_stock: { quantity: string; unit_price: string }
}

export const noOpening: Opening = { opening_stock: { quantity: '', unit_price: '' } }

/** As the server reads it; nothing where none was typed. A cost that was left empty is that of the form. */
export const openingBody = ({ opening_stock: { quantity, unit_price } }: Opening) =>
  Number(quantity) === 0 && quantity.trim() !== '-'
    ? {}
    : { opening_stock: { quantity, unit_price: unit_price || undefined } }
