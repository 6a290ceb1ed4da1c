import { IconBuildingBank } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Kardex } from '../../../data/inventory/types'
import { popItem } from '../../../ui/PopMenu'
import { FileMenu } from '../../../widgets/sheets/FileMenu'

/** Downloads the kardex on the screen, and links to the register of all movements in a month. */
export function ExportMenu({ kardex, onRegister }: { kardex: Kardex | undefined; onRegister: () => void }) {
  const { t } = useTranslation()
  const { item, date_initialize = '', date_end = '' } = kardex ?? {}
  return (
    <FileMenu
      name={item?.name}
      path={`/products/kardex/${item?.item_id ?? 0}/file`}
      query={{ item_type: item?.item_type ?? '', date_initialize, date_end }}
      more={(close) => (
        <button
          type="button"
          className={popItem}
          onClick={() => {
            close()
            onRegister()
          }}
        >
          <IconBuildingBank size={20} stroke={1.8} aria-hidden="true" />
          {t('kardex.register.open')}
        </button>
      )}
    />
  )
}
