import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { catalogKeys } from '../../data/catalog/keys'
import { refetchRows } from '../../ui/list/useList'
import { popItem } from '../../ui/PopMenu'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'

interface Props {
  path: `/products/${number}/sold-out` | `/toppings/${number}/sold-out`
  row: { name: string; sold_out: boolean }
  queryKey: readonly unknown[]
}

/** Takes an item off every till until the business day ends, or brings it back. */
export function SoldOut({ path, row, queryKey }: Props) {
  const { t } = useTranslation()
  const wanted = !row.sold_out
  const mark = useWrite((sold_out: boolean, key) => write('PUT', path, key, { sold_out }), {
    failed: t('lists.statusFailed'),
    onSuccess: () => {
      showToast('success', wanted ? t('products.markedSoldOut') : t('products.markedThere'), row.name)
      void refetchRows({ queryKey, alsoStale: [catalogKeys.sale] })
    },
  })
  const Glyph = wanted ? IconCircleOff : IconCircleCheck
  return (
    <button type="button" className={popItem} disabled={mark.isPending} onClick={() => mark.mutate(wanted)}>
      <Glyph size={20} stroke={1.8} aria-hidden="true" />
      {wanted ? t('products.soldOut') : t('products.thereAgain')}
    </button>
  )
}
