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
  /** What it is the file of, for the notice; nothing can be had while it is not known. */
  name: string | undefined
  path: Download[0]
  query: Download[1]
  /** What its button is called, where a screen has several. */
  label?: string
  /** What each file is called and holds, where it is no kardex. */
  words?: (format: Format) => { label: string; text: string }
  /** Which of them there are; all if not said. */
  formats?: readonly Format[]
  /** More ways out, of the class `popItem`. */
  more?: (close: () => void) => ReactNode
}

/** What is on the screen as Excel, PDF or CSV. */
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
