import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFileTypeTxt, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/errors'
import { useFileDrop } from '../parts/useFileDrop'
import { ComparedTable } from './ComparedTable'
import type { YearMonth } from './months'
import p from './Parts.module.css'
import { type Book, disagreeing } from './proposal'
import { useCompare } from './queries'
import c from './Register.module.css'

/** Compares SUNAT's proposal of the month, dropped or chosen, with our documents: missing, different, or only there. */
export function Proposal({ book, year, month }: YearMonth & { book: Book }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const compare = useCompare(book)
  const read = (file: File | undefined) => {
    if (!file || compare.isPending) return
    compare.mutate({ file, year, month, mark: `${file.name} ${file.size} ${file.lastModified}` })
  }
  const { over, drop } = useFileDrop(true, read)
  const found = compare.data
  return (
    <section
      className={c.card}
      aria-label={t('register.proposal.title')}
      data-over={over || undefined}
      {...drop}
    >
      <header className={c.head}>
        <Outcome book={book} found={found} />
        {found ? (
          <Button
            variant="default"
            loading={compare.isPending}
            leftSection={<IconUpload size={18} stroke={1.9} aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            {t('register.proposal.change')}
          </Button>
        ) : null}
      </header>
      <input
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        aria-label={t('register.proposal.chooseFile')}
        accept=".txt,.csv,.zip,text/plain,text/csv,application/zip"
        onChange={(event) => {
          read(event.currentTarget.files?.[0])
          // The input is emptied so that the same file may be chosen again, once it is mended.
          event.currentTarget.value = ''
        }}
      />
      {compare.error ? (
        <p className={c.failed} role="alert">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          <span>
            <b>{t('register.proposal.failed')}</b> {errorText(compare.error)}
          </span>
        </p>
      ) : null}
      {found ? (
        <ComparedTable key={compare.submittedAt} book={book} found={found} />
      ) : (
        <button
          type="button"
          className={p.drop}
          data-over={over || undefined}
          disabled={compare.isPending}
          onClick={() => input.current?.click()}
        >
          <IconFileTypeTxt size={36} stroke={1.6} aria-hidden="true" />
          <b>{t(compare.isPending ? 'register.proposal.reading' : 'register.proposal.choose')}</b>
          <span>{t('register.proposal.chooseText')}</span>
        </button>
      )}
    </section>
  )
}

/** Says how many documents disagree, or what the proposal is while none was read. */
function Outcome({ book, found }: { book: Book; found: ReturnType<typeof useCompare>['data'] }) {
  const { t } = useTranslation()
  const apart = found ? disagreeing(found) : 0
  return (
    <div role="status">
      <h2>
        {found
          ? apart > 0
            ? t('register.proposal.differs', { count: apart })
            : t('register.proposal.same')
          : t('register.proposal.title')}
      </h2>
      <p>
        {found ? t('register.proposal.counts', { ...found.counts }) : t('register.proposal.text', { book })}
      </p>
    </div>
  )
}
