import type { SaleCatalog, SaleProduct } from '../../api/model'

/** Returns whether a group of options has to be seen before a product is added: something is chosen by default, or has to be. */
export const asksForOptions = (product: SaleProduct, { choice_groups }: SaleCatalog) =>
  product.choice_group_ids.some((id) =>
    choice_groups.some(
      (group) => group.id === id && (group.minimum > 0 || group.options.some((each) => each.is_default)),
    ),
  )
