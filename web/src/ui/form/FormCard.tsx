import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../OfficePage'
import { useUnsaved } from '../useUnsaved'
import { FormContext } from './context'
import c from './FormCard.module.css'
import { type FormSaving, type SaveOptions, useFirstError, useSave } from './useSave'

interface Props<V extends Record<string, unknown>, R> extends Omit<SaveOptions<V, R>, 'isNew'> {
  title: string
  note?: ReactNode
  /** The button's label; the default is "Guardar cambios". */
  action?: string
  /** Empties the fields once they are saved, as passwords need. */
  clears?: boolean
  /** It is shown before the save button, such as the button that removes a PIN. */
  more?: (form: FormSaving<V>) => ReactNode
  children: ReactNode | ((form: FormSaving<V>['form']) => ReactNode)
}

/** Shows a form in a card of its own on a page; Enter saves. */
export function FormCard<V extends Record<string, unknown>, R>(props: Props<V, R>) {
  const { title, note, action, clears, more, children, ...of } = props
  const { t } = useTranslation()
  const work: FormSaving<V> = useSave<V, R>({
    ...of,
    isNew: false,
    onSaved: (result, values) => {
      if (clears) {
        work.form.setValues(of.start)
        work.form.resetDirty(of.start)
      }
      unsaved.release()
      of.onSaved?.(result, values)
    },
  })
  const unsaved = useUnsaved(work.dirty, 'page')
  const area = useFirstError(work.refusals)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    work.submit()
  }
  return (
    <Card padded label={title}>
      <FormContext value={work}>
        <form className={c.form} onSubmit={submit} noValidate>
          <header className={c.head}>
            <h2>{title}</h2>
            {note ? <p>{note}</p> : null}
          </header>
          <div className={c.fields} ref={area}>
            {typeof children === 'function' ? children(work.form) : children}
          </div>
          {work.failed.length > 0 ? (
            <div className={c.failed} role="alert">
              {work.failed.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          ) : null}
          <footer className={c.foot}>
            {more?.(work)}
            <Button type="submit" loading={work.saving} disabled={!work.dirty}>
              {action ?? t('forms.save')}
            </Button>
          </footer>
        </form>
      </FormContext>
      {unsaved.question}
    </Card>
  )
}
