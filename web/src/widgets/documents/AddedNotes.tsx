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
  /** One of them is looked at instead. */
  onOpen: () => void
}

/** What was added to a document by debit notes that count, and what is to be done about it before all of the document is taken back. */
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
