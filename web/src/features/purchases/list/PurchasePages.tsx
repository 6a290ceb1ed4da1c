import { Pagination } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import c from './Purchases.module.css'

export function PurchasePages(props: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t } = useTranslation()
  if (props.pages < 2) return null
  return (
    <Pagination
      className={c.pages}
      total={props.pages}
      value={props.page}
      size="lg"
      onChange={props.onPage}
      getControlProps={(control) => ({ 'aria-label': t(`list.${control}`) })}
    />
  )
}
