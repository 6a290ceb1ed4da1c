import { Button } from '@mantine/core'
import { IconDownload, IconFileTypeCsv, IconFileTypeXls, IconUpload } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { downloadFile } from '../../api/pdf'
import { useAnchored } from '../../ui/anchored'
import { popItem } from '../../ui/PopMenu'
import { showToast } from '../../ui/toasts'
import type { FileFormat } from './files'
import c from './SheetFiles.module.css'
import { type Sheet, sheets } from './sheets'

const formats = [
  ['xlsx', IconFileTypeXls],
  ['csv', IconFileTypeCsv],
] as const

/** Exports a list as a file, and imports one. These are secondary actions of the list's screen. */
export function SheetFiles({ sheet, onImport }: { sheet: Sheet; onImport: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { opener, panel, close } = useAnchored<HTMLButtonElement>('right')
  const get = (format: FileFormat) => {
    close()
    downloadFile(`${sheets[sheet].path}/export`, { format }).catch((error) =>
      showToast('danger', t('import.exportFailed'), errorText(error)),
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
        {t('import.export')}
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a popover in every browser */}
      <div id={id} popover="auto" role="group" aria-label={t('import.export')} className={c.menu} {...panel}>
        {formats.map(([format, Glyph]) => (
          <button key={format} type="button" className={popItem} onClick={() => get(format)}>
            <Glyph size={20} stroke={1.8} aria-hidden="true" />
            {t(`import.formats.${format}`)}
          </button>
        ))}
      </div>
      <Button
        variant="default"
        leftSection={<IconUpload size={18} stroke={1.9} aria-hidden="true" />}
        onClick={onImport}
      >
        {t('import.import')}
      </Button>
    </>
  )
}
