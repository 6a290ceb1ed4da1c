import { Button } from '@mantine/core'
import { IconDownload, IconFileTypeCsv, IconFileTypePdf, IconFileTypeXls } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { downloadFile } from '../../api/pdf'
import { useAnchored } from '../../ui/anchored'
import { popItem } from '../../ui/PopMenu'
import { showToast } from '../../ui/toasts'
import menu from './SheetFiles.module.css'

const formats = [
  ['xlsx', IconFileTypeXls],
  ['pdf', IconFileTypePdf],
  ['csv', IconFileTypeCsv],
] as const

type Format = (typeof formats)[number][0]
type Download = Parameters<typeof downloadFile>

interface Props {
  /** The file's name in the notice; while it is undefined nothing can be downloaded. */
  name: string | undefined
  path: Download[0]
  query: Download[1]
  /** The button's label, where a screen has several. */
  label?: string
  /** Returns each file's label and description, where it is not the kardex. */
  words?: (format: Format) => { label: string; text: string }
  /** The formats that exist; all if absent. */
  formats?: readonly Format[]
  /** Additional entries, of the class `popItem`. */
  more?: (close: () => void) => ReactNode
}

/** Downloads what the screen shows as Excel, PDF or CSV. */
export function FileMenu({ name, path, query, label, words, formats: offered, more }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { opener, panel, close } = useAnchored<HTMLButtonElement>('right')
  const save = (format: string) => {
    close()
    downloadFile(path, { ...query, format }).then(
      () => showToast('success', t('kardex.exported'), name),
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
        {label ?? t('kardex.export')}
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a popover in every browser */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label ?? t('kardex.export')}
        className={menu.menu}
        {...panel}
      >
        {name === undefined
          ? null
          : formats
              .filter(([format]) => offered?.includes(format) ?? true)
              .map(([format, Glyph]) => (
                <button key={format} type="button" className={popItem} onClick={() => save(format)}>
                  <Glyph size={20} stroke={1.8} aria-hidden="true" />
                  {words ? (
                    <span>
                      {words(format).label}
                      <small>{words(format).text}</small>
                    </span>
                  ) : (
                    t(`kardex.formats.${format}`)
                  )}
                </button>
              ))}
        {more?.(close)}
      </div>
    </>
  )
}
