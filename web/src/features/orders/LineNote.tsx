import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { joinComment, splitComment } from '../../data/orders/catalog'
import { Chips } from '../../ui/Chips'
import { useLayer } from '../../ui/layers'
import c from './AccountLine.module.css'

interface Props {
  form: RefObject<HTMLFormElement | null>
  value: string
  /** The ready-made comments that fit the dish. */
  comments: string[]
  onSave: (comment: string) => void
}

/** Edits a line's comment to the cook: whichever way it is left saves it, for allergies are written here. */
export function LineNote({ form, value, comments, onSave }: Props) {
  const { t } = useTranslation()
  const [start] = useState(() => splitComment(value, comments))
  const [chosen, setChosen] = useState(start.chosen)
  const [text, setText] = useState(start.note)
  const isLeft = useRef(false)
  const hasComments = comments.length > 0
  // A phone's keyboard would cover the comments. Safari does not focus a button that is tapped, but what it stands in.
  useEffect(() => {
    if (hasComments) form.current?.focus({ preventScroll: true })
  }, [hasComments, form])
  const same = chosen === start.chosen && text === start.note
  const save = () => onSave(same ? value : joinComment(chosen, text))
  const leave = () => {
    if (isLeft.current) return
    isLeft.current = true
    save()
  }
  const goneWith = useRef<(() => void) | null>(null)
  goneWith.current = same ? null : leave
  // A phone that is turned shows the account elsewhere.
  useEffect(() => () => goneWith.current?.(), [])
  useLayer(leave, { part: () => form.current })
  useEffect(() => void form.current?.scrollIntoView({ block: 'nearest' }), [form])
  return (
    <form
      ref={form}
      tabIndex={-1}
      noValidate
      className={c.note}
      // After a tap on a ready-made comment, typing still goes to the note and starts no search.
      data-takes-keys
      onKeyDown={(event) => {
        const field = event.currentTarget.querySelector('input')
        if (event.target === field || event.ctrlKey || event.altKey || event.metaKey) return
        if (/^[\p{L}\d]$/u.test(event.key)) field?.focus()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        leave()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave()
      }}
    >
      {hasComments ? (
        <div className={c.comments}>
          <Chips
            cook
            label={t('orders.forCook')}
            options={comments}
            chosen={chosen}
            onToggle={(comment) =>
              setChosen(
                chosen.includes(comment) ? chosen.filter((each) => each !== comment) : [...chosen, comment],
              )
            }
          />
        </div>
      ) : null}
      <input
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
        autoFocus={!hasComments}
        aria-label={t('orders.forCook')}
        placeholder={t('orders.forCook')}
        // Together with the ready-made comments it is one text, of which the server takes 200 letters.
        maxLength={Math.min(120, 198 - chosen.join(', ').length)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit">{t('common.save')}</button>
    </form>
  )
}
