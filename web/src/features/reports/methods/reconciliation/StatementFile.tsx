import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/errors'
import type { Reconciliation } from '../../../../api/model'
import { useFileDrop } from '../../parts/useFileDrop'
import { spanText } from './cases'
import { type Days, useBringFile } from './queries'
import c from './Reconciliation.module.css'

interface Props {
  found: Reconciliation
  days: Days
  /** False for users who only read, who see the files but bring none. */
  mayBring: boolean
  title: ReactNode
  children: ReactNode
}

/** Takes the statement file of these days, dropped anywhere on the card or chosen, and shows its errors. */
export function StatementFile({ found, days, mayBring, title, children }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const bring = useBringFile(found.payment_option_id, days)
  const read = (file: File | undefined) => {
    if (!file || !mayBring || bring.isPending) return
    bring.mutate({ file, mark: `${file.name} ${file.size} ${file.lastModified}` })
  }
  const { over, drop } = useFileDrop(mayBring, read)
  const { name, statements } = found
  return (
    <section
      className={c.card}
      aria-label={t('reconciliation.title', { name })}
      data-over={over || undefined}
      {...drop}
    >
      <header className={c.head}>
        {title}
        <div className={c.files}>
          {statements.map((statement) => (
            <Statement key={statement.id} statement={statement} />
          ))}
          {mayBring && statements.length > 0 ? (
            <UploadButton busy={bring.isPending} onClick={() => input.current?.click()}>
              {t(found.missing_days > 0 ? 'reconciliation.add' : 'reconciliation.change')}
            </UploadButton>
          ) : null}
        </div>
      </header>
      {mayBring ? (
        <input
          ref={input}
          type="file"
          className="sr"
          tabIndex={-1}
          aria-label={t('reconciliation.chooseFile', { name })}
          accept=".csv,.txt,.xlsx,.xls,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel"
          onChange={(event) => {
            read(event.currentTarget.files?.[0])
            // The input is emptied so that the same file may be chosen again, once it is mended.
            event.currentTarget.value = ''
          }}
        />
      ) : null}
      {bring.error ? (
        <p className={c.failed} role="alert">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          <span>
            <b>{t('reconciliation.fileFailed')}</b> {errorText(bring.error)}
          </span>
        </p>
      ) : null}
      {statements.length > 0 ? (
        children
      ) : mayBring ? (
        <button
          type="button"
          className={c.drop}
          data-over={over || undefined}
          disabled={bring.isPending}
          onClick={() => input.current?.click()}
        >
          <IconFileSpreadsheet size={36} stroke={1.6} aria-hidden="true" />
          <b>{t(bring.isPending ? 'reconciliation.reading' : 'reconciliation.choose', { name })}</b>
          <span>{t('reconciliation.chooseText')}</span>
        </button>
      ) : (
        <p className={c.none}>{t('reconciliation.noFile', { name })}</p>
      )}
    </section>
  )
}

function Statement({ statement }: { statement: Reconciliation['statements'][number] }) {
  const { t } = useTranslation()
  return (
    <span
      className={c.file}
      title={t('reconciliation.uploaded', {
        days: spanText(statement.first_day, statement.last_day),
        name: statement.user_name,
      })}
    >
      <IconFileSpreadsheet size={20} stroke={1.7} aria-hidden="true" />
      <span>{statement.file_name}</span>
    </span>
  )
}

interface UploadProps {
  busy: boolean
  onClick: () => void
  children: ReactNode
}

function UploadButton({ busy, onClick, children }: UploadProps) {
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconUpload size={18} stroke={1.9} aria-hidden="true" />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
