import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { errorText, fieldErrors, isApiError } from '../../api/errors'
import { downloadFile } from '../../api/pdf'
import { queryClient } from '../../api/query'
import { Cross } from '../../ui/Cross'
import { Loading } from '../../ui/LoadState'
import { TypedDialog } from '../../ui/TypedDialog'
import { showToast } from '../../ui/toasts'
import { useWrite } from '../../ui/useWrite'
import { base64, maxUploadBytes } from './files'
import { PreviewTable } from './PreviewTable'
import c from './SheetDialog.module.css'
import { type Sheet, sheets } from './sheets'

interface Chosen {
  name: string
  content: string
}

const ask = (sheet: Sheet, file: Chosen, key: string, preview: boolean) =>
  write(
    'POST',
    `${sheets[sheet].path}/import`,
    key,
    { content: file.content },
    preview ? { preview } : undefined,
  )

/** Returns the error of the file as a whole: that of its own field first. */
const reason = (error: Error) =>
  fieldErrors(error).content ?? (isApiError(error) && error.serverMessage) ?? errorText(error)

/** Takes a file, shows line by line what it would do, and then does all of it or nothing. */
export function SheetDialog({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<Chosen | null>(null)
  const [tooBig, setTooBig] = useState(false)
  const preview = useWrite((chosen: Chosen, key) => ask(sheet, chosen, key, true), { onError: () => true })
  const take = useWrite((chosen: Chosen, key) => ask(sheet, chosen, key, false), {
    onSuccess: (report) => {
      for (const queryKey of sheets[sheet].stale) void queryClient.invalidateQueries({ queryKey })
      showToast(
        'success',
        t(`import.of.${sheet}.done`),
        t('import.doneText', { created: report.created, changed: report.changed }),
      )
      onClose()
    },
    onError: () => true,
  })
  const choose = async (picked: File | undefined) => {
    if (!picked) return
    take.reset()
    setTooBig(picked.size > maxUploadBytes)
    if (picked.size > maxUploadBytes) return setFile(null)
    const chosen = { name: picked.name, content: await base64(picked) }
    setFile(chosen)
    preview.mutate(chosen)
  }
  const report = preview.data
  const error = take.error ?? preview.error
  const wrong = tooBig ? t('import.tooBig') : error ? reason(error) : null
  const writes = report ? report.created + report.changed : 0
  return (
    <TypedDialog label={t(`import.of.${sheet}.title`)} onClose={onClose} holds={file?.name}>
      <div className={c.dialog}>
        <header className={c.head}>
          <h2>{t(`import.of.${sheet}.title`)}</h2>
          <Cross onClose={onClose} />
        </header>
        <div className={c.body}>
          <FileChoice
            label={t(`import.of.${sheet}.file`)}
            name={file?.name}
            onChoose={(picked) => void choose(picked)}
          />
          {wrong ? (
            <p className={c.failed} role="alert">
              <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
              <span>{wrong}</span>
            </p>
          ) : null}
          {report || preview.isPending ? null : <Hint sheet={sheet} />}
          {preview.isPending ? <Loading label={t('import.reading')} rows={4} /> : null}
          {report && !preview.isPending ? <PreviewTable sheet={sheet} report={report} /> : null}
        </div>
        <footer className={c.foot}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            loading={take.isPending}
            disabled={!file || !report || preview.isPending || report.failed > 0 || writes === 0}
            onClick={() => file && take.mutate(file)}
          >
            {!report
              ? t('import.import')
              : report.failed > 0
                ? t('import.mend', { count: report.failed })
                : writes === 0
                  ? t('import.nothing')
                  : t(`import.of.${sheet}.take`, { count: writes })}
          </Button>
        </footer>
      </div>
    </TypedDialog>
  )
}

interface FileChoiceProps {
  label: string
  /** The name of the file that was chosen. */
  name: string | undefined
  onChoose: (file: File | undefined) => void
}

/** Takes a file that is chosen or dropped here. */
function FileChoice({ label, name, onChoose }: FileChoiceProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        aria-label={label}
        accept=".xlsx,.xls,.csv,text/csv"
        onChange={(event) => {
          onChoose(event.currentTarget.files?.[0])
          // The input is emptied so that the same file, mended, may be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <button
        type="button"
        className={c.drop}
        data-filled={name !== undefined || undefined}
        data-autofocus
        onClick={() => input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          onChoose(event.dataTransfer.files[0])
        }}
      >
        <IconFileSpreadsheet size={28} stroke={1.7} aria-hidden="true" />
        <span>
          <b>{name ?? t('import.choose')}</b>
          <span>{name !== undefined ? t('import.chooseOther') : t('import.chooseText')}</span>
        </span>
      </button>
    </>
  )
}

/** Says what the file holds, and gives an example of it. */
function Hint({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation()
  return (
    <p className={c.hint}>
      {t(`import.of.${sheet}.hint`)}
      <br />
      <button
        type="button"
        onClick={() => void downloadFile(`${sheets[sheet].path}/import/example`, { format: 'xlsx' })}
      >
        {t('import.example')}
      </button>{' '}
      <button
        type="button"
        onClick={() => void downloadFile(`${sheets[sheet].path}/import/example`, { format: 'csv' })}
      >
        {t('import.exampleCsv')}
      </button>
    </p>
  )
}
