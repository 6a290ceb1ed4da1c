import { IconCopy, IconFileCode, IconFileTypePdf, IconFileZip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import type { Transmission } from '../../api/model'
import { openPdf, saveFile } from '../../api/pdf'
import type { DocumentRef } from '../../data/billing/queries'
import { copyText } from '../../ui/copy'
import { IconButton } from '../../ui/IconButton'
import { showToast } from '../../ui/toasts'
import c from '../../widgets/documents/DocumentSheet.module.css'

interface Props {
  which: DocumentRef
  number: string
  transmission: Transmission | null | undefined
  hash: string | null | undefined
}

/** Offers a document's files: ticket, A4, and what was sent to the tax authority. */
export function Files({ which, number, transmission, hash }: Props) {
  const { t } = useTranslation()
  const trouble = (error: unknown) => showToast('danger', t('documentSheet.fileFailed'), errorText(error))
  const at =
    which.kind === 'note' ? (`/credit-notes/${which.id}` as const) : (`/billings/${which.id}` as const)
  // A document that was accepted without a CDR, in a summary or a demonstration, never gets one.
  const hasOrGetsCdr = transmission && (transmission.has_cdr || !transmission.accepted_at)
  const pdf = (format: 'ticket' | 'a4') => void openPdf(`${at}/pdf`, { format }).catch(trouble)
  const copy = () =>
    void copyText(hash ?? '').then((done) =>
      done
        ? showToast('success', t('documentSheet.copied'))
        : showToast('danger', t('documentSheet.notCopied'), hash ?? ''),
    )
  return (
    <section>
      <h3>{t('documentSheet.files')}</h3>
      <div className={c.files}>
        <button type="button" onClick={() => pdf('ticket')}>
          <IconFileTypePdf size={22} stroke={1.7} aria-hidden="true" />
          {t('documentSheet.pdf')}
        </button>
        <button type="button" onClick={() => pdf('a4')}>
          <IconFileTypePdf size={22} stroke={1.7} aria-hidden="true" />
          {t('documentSheet.a4')}
        </button>
        {transmission ? (
          <>
            <button type="button" onClick={() => void saveFile(`${at}/xml`, `${number}.xml`).catch(trouble)}>
              <IconFileCode size={22} stroke={1.7} aria-hidden="true" />
              {t('documentSheet.xml')}
            </button>
            {hasOrGetsCdr ? (
              <button
                type="button"
                disabled={!transmission.has_cdr}
                onClick={() => void saveFile(`${at}/cdr`, `R-${number}.zip`).catch(trouble)}
              >
                <IconFileZip size={22} stroke={1.7} aria-hidden="true" />
                {t('documentSheet.cdr')}
              </button>
            ) : null}
          </>
        ) : null}
      </div>
      {hasOrGetsCdr && !transmission.has_cdr ? <p className={c.note}>{t('documentSheet.noCdr')}</p> : null}
      {hash ? (
        <p className={c.hash}>
          <span>{t('documentSheet.hash')}</span>
          <code>{hash}</code>
          <IconButton label={t('documentSheet.copy')} onClick={copy}>
            <IconCopy size={18} aria-hidden="true" />
          </IconButton>
        </p>
      ) : null}
    </section>
  )
}
