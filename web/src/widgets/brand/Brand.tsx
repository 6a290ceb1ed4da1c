import { useCompany } from '../../data/settings/company'
import { Logo } from '../../ui/Logo'
import c from './Brand.module.css'

/** The product's logo with the restaurant's name. */
export function Brand() {
  const company = useCompany().data
  return (
    <span className={c.brand}>
      <Logo />
      <span className={c.text}>
        <b>Comanda</b>
        <span>{company?.commercial_name ?? ''}</span>
      </span>
    </span>
  )
}
