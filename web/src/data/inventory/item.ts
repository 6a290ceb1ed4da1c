import type { ItemKind } from '../../api/model'

export interface ItemRef {
  type: ItemKind
  id: number
}

/** Reads the type and id of an item from an address, `SUPPLY:3`; null for anything else. */
export function readItem(text: string | null): ItemRef | null {
  const [, type, id] = /^(SUPPLY|PRODUCT):(\d{1,15})$/.exec(text ?? '') ?? []
  return type ? { type: type as ItemKind, id: Number(id) } : null
}

export const itemText = ({ type, id }: ItemRef) => `${type}:${id}`

export const kardexOf = (item: ItemRef) => `/inventory/kardex?item=${itemText(item)}`
