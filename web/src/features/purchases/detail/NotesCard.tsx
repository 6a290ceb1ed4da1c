import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Purchase } from '../../../api/model'
import { amount, centimos, dayText } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import c from './Purchase.module.css'

/** Shows the document that a note changes, and the notes that change a purchase. */
export function NotesCard({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation()
  const { modifies, notes } = purchase
  if (!modifies && notes.length === 0) return null
  const title = t(modifies ? 'purchases.changes' : 'purchases.notes')
  return (
    <Card padded label={title}>
      <h2 className={c.title}>{title}</h2>
      <ul className={c.notes}>
        {modifies ? (
          <li>
            <span>
              <Paper
                id={modifies.purchase_id}
                number={[modifies.serie, modifies.number].filter(Boolean).join('-')}
              />
              <small>
                {t(`purchases.papers.${modifies.document}`)} · {dayText(modifies.date)} ·{' '}
                {t(`purchases.effects.${modifies.effect}`)}
              </small>
            </span>
          </li>
        ) : null}
        {notes.map((note) => (
          <li key={note.id}>
            <span>
              <Paper id={note.id} number={note.full_number} />
              <small>
                {t(`purchases.papers.${note.document}`)} · {dayText(note.date)}
              </small>
            </span>
            <b>{amount(centimos(note.total))}</b>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Paper({ id, number }: { id: number | null | undefined; number: string }) {
  return id ? <Link to={`/purchase/detail/${id}`}>{number}</Link> : <b>{number}</b>
}
