import { plateOf } from '../../../ui/dishes'
import { Plate } from '../../../ui/Plate'
import c from './Products.module.css'

interface Props {
  product: { name: string; plate: string; image?: string | null }
  size: number
}

/** Shows the photo of a product, round as on the till, or its drawn plate. */
export function ProductPicture({ product, size }: Props) {
  if (product.image)
    return <img className={c.photo} src={product.image} alt="" width={size} height={size} loading="lazy" />
  return <Plate dish={plateOf(product)} size={size} />
}
