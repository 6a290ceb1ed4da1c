/** The opening stock of a new item, as its form holds it. */
export interface Opening extends Record<string, unknown> {
  opening_stock: { quantity: string; unit_price: string }
}

export const noOpening: Opening = { opening_stock: { quantity: '', unit_price: '' } }

/** Returns the opening stock for the server; nothing where none was typed. An empty cost is taken from the form. */
export const openingBody = ({ opening_stock: { quantity, unit_price } }: Opening) =>
  Number(quantity) === 0 && quantity.trim() !== '-'
    ? {}
    : { opening_stock: { quantity, unit_price: unit_price || undefined } }
