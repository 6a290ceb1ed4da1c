import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { RefundQuote } from '../../api/model'
import { mayOpen } from '../../session/permissions'
import { useUser } from '../../session/session'
import { centimos, money } from '../../ui/format'
import c from './AddedNotes.module.css'

interface Props {
  notes: RefundQuote['debit_notes']
  /** It is called when one of the notes is opened instead. */
  onOpen: () => void
}

/** Lists the valid debit notes of a document, and says what to do about them before the whole document is taken back. */
export function AddedNotes({ notes, onOpen }: Props) {
  const { t } = useTranslation()
  const seesDocuments = mayOpen(useUser(), '/documents')
  if (notes.length === 0) return null
  return (
    <ul className={c.notes}>
      {notes.map((note) => (
        <li key={note.id}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>
            {seesDocuments ? (
              <Link to={`/documents?kind=5&period=all&doc=${note.id}`} onClick={onOpen}>
                {note.full_number}
              </Link>
            ) : (
              <b>{note.full_number}</b>
            )}{' '}
            {t(note.goes_first ? 'undo.added.first' : 'undo.added.stays', {
              kind: t(`debit.kinds.${note.reason_code}`).toLowerCase(),
              amount: money(centimos(note.total)),
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
