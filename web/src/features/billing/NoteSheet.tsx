import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { NoteDetail } from '../../api/model'
import { type DocumentRef, useNote, useReissueNote } from '../../data/billing/queries'
import { measureOf } from '../../data/orders/lineText'
import { amount, centimos, money } from '../../ui/format'
import { Failed, Loading } from '../../ui/LoadState'
import { showToast } from '../../ui/toasts'
import c from '../../widgets/documents/DocumentSheet.module.css'
import { type InList, SideSheet } from '../../widgets/documents/SideSheet'
import { TaxPill } from '../../widgets/documents/TaxPill'
import { anonymousDocument } from './documentRows'
import { Files } from './Files'
import { RejectionAdvice } from './RejectionAdvice'
import { SendDocumentBar } from './SendDocumentBar'
import { StatusHistory } from './StatusHistory'

/** Shows a credit note with its progress. */
export function NoteSheet(props: InList) {
  const { t } = useTranslation()
  const found = useNote(props.id)
  const note = found.data
  return (
    <SideSheet {...props} title={note?.full_number ?? ''} text={note ? t('creditNote.name') : ''}>
      {note ? (
        <>
          <NoteFacts note={note} />
          <SendDocumentBar
            which={{ kind: 'note', id: note.id }}
            number={note.full_number}
            transmission={note.transmission}
            address={note.public_address}
            mails={note.actions.mail}
          >
            {note.actions.reissue ? <Reissue note={note} /> : null}
          </SendDocumentBar>
        </>
      ) : found.error ? (
        <Failed title={t('documentSheet.failed')} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading label={t('documentSheet.loading')} rows={4} height={64} />
      )}
    </SideSheet>
  )
}

function Reissue({ note }: { note: NoteDetail }) {
  const { t } = useTranslation()
  const reissue = useReissueNote(note.id, t('reissue.failed'), (number) =>
    showToast('success', t('reissue.noteDone', { number, old: note.full_number })),
  )
  return (
    <Button
      variant="filled"
      className={c.first}
      loading={reissue.isPending}
      onClick={() => reissue.mutate(undefined)}
    >
      {t('reissue.noteKey')}
    </Button>
  )
}

function NoteFacts({ note }: { note: NoteDetail }) {
  const { t } = useTranslation()
  const which: DocumentRef = { kind: 'note', id: note.id }
  return (
    <div className={c.body}>
      <div className={c.top}>
        <b className={c.total}>{money(-centimos(note.total))}</b>
        <TaxPill state={note.state} filled />
      </div>
      <p className={c.client}>
        <b>{note.client_name}</b>
        {note.client_document_number === anonymousDocument ? null : (
          <span>
            {note.client_document_type} {note.client_document_number}
          </span>
        )}
        <Link to={`/documents?period=all&doc=${note.billing_id}`}>
          {t('documentSheet.changes', { document: note.document })}
        </Link>
      </p>
      <RejectionAdvice {...note} />
      {note.replaces.length > 0 ? (
        <p className={c.replaced}>
          {t('reissue.replaces')} {note.replaces.join(', ')}
        </p>
      ) : null}
      <section>
        <h3>{t('undo.why')}</h3>
        <p className={c.said}>
          {t('documentSheet.reason', { kind: t(`creditReasons.${note.reason_code}`), reason: note.reason })}
        </p>
        <p className={c.note}>{t('documentSheet.byName', { name: note.user_name })}</p>
      </section>
      <StatusHistory which={which} number={note.full_number} document={note} actions={note.actions} />
      <section>
        <h3>{t('documentSheet.detail')}</h3>
        <ul className={c.lines}>
          {note.lines.map((line) => (
            <li key={line.billing_line_id}>
              <b>{Number(line.quantity)}</b>
              <span>{[line.description, measureOf(line)].filter(Boolean).join(' · ')}</span>
              <span>{amount(centimos(line.total))}</span>
            </li>
          ))}
        </ul>
        <p className={c.sum}>
          <span>
            {t('documentSheet.igv', {
              percent: Number(note.igv_percent),
              amount: amount(centimos(note.igv)),
            })}
          </span>
          <b>{amount(centimos(note.total))}</b>
        </p>
      </section>
      <Files which={which} number={note.full_number} transmission={note.transmission} hash={note.hash} />
    </div>
  )
}
