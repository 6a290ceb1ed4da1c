import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { write } from '../../../api/client'
import { catalogKeys } from '../../../data/catalog/keys'
import { refetchRows } from '../../../ui/list/useList'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'

/** Copies a product and opens the copy, which is not sold before somebody has named and activated it. */
export function useDuplicate() {
  const { t } = useTranslation()
  const [, setParams] = useSearchParams()
  return useWrite((id: number, key) => write('POST', `/products/${id}/duplicate`, key, {}), {
    failed: t('products.notDuplicated'),
    onSuccess: (copy) => {
      showToast('success', t('products.duplicated'), t('products.duplicatedText'))
      void refetchRows({ queryKey: catalogKeys.products })
      setParams((now) => {
        now.set('open', String(copy.id))
        return now
      })
    },
  })
}
