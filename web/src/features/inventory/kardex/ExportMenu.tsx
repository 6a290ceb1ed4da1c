import { Button } from '@mantine/core'
import {
  IconBuildingBank,
  IconDownload,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconFileTypeXls,
} from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/errors'
import { downloadFile } from '../../../api/pdf'
import { useAnchored } from '../../../ui/anchored'
import { popItem } from '../../../ui/PopMenu'
import { showToast } from '../../../ui/toasts'
import menu from '../../sheets/SheetFiles.module.css'
import type { Kardex } from '../types'

const formats = [
  ['xlsx', IconFileTypeXls],
  ['pdf', IconFileTypePdf],
  ['csv', IconFileTypeCsv],
] as const

/** The kardex on the screen as a file, and the way to the register of everything in a month. */
export function ExportMenu({ kardex, onRegister }: { kardex: Kardex | undefined; onRegister: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { opener, panel, close } = useAnchored<HTMLButtonElement>('right')
  const save = ({ item, date_initialize, date_end }: Kardex, format: string) => {
    close()
    const query = { item_type: item.item_type, date_initialize, date_end, format }
    downloadFile(`/products/kardex/${item.item_id}/file`, query).then(
      () => showToast('success', t('kardex.exported'), item.name),
      (error) => showToast('danger', t('kardex.exportFailed'), errorText(error)),
    )
  }
  return (
    <>
      <Button
        ref={opener}
        variant="default"
        popoverTarget={id}
        leftSection={<IconDownload size={18} stroke={1.9} aria-hidden="true" />}
      >
        {t('kardex.export')}
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a popover in every browser */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={t('kardex.export')}
        className={menu.menu}
        {...panel}
      >
        {kardex
          ? formats.map(([format, Glyph]) => (
              <button key={format} type="button" className={popItem} onClick={() => save(kardex, format)}>
                <Glyph size={20} stroke={1.8} aria-hidden="true" />
                {t(`kardex.formats.${format}`)}
              </button>
            ))
          : null}
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
      </div>
    </>
  )
}
