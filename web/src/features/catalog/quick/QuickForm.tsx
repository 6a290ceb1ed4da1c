import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogForm, goButton } from '../../../ui/DialogForm'
import { FormContext } from '../../../ui/form/context'
import { type SaveOptions, useFirstError, useSave } from '../../../ui/form/useSave'
import c from './Quick.module.css'

interface Props<V extends Record<string, unknown>, R> extends Omit<SaveOptions<V, R>, 'isNew' | 'onSaved'> {
  title: string
  text?: string
  onMade: (made: R) => void
  onClose: () => void
  children: ReactNode
}

/** Shows a short form in a dialog above another form. */
export function QuickForm<V extends Record<string, unknown>, R>(props: Props<V, R>) {
  const { title, text, onMade, onClose, children, ...of } = props
  const { t } = useTranslation()
  const work = useSave<V, R>({
    ...of,
    isNew: true,
    onSaved: (made) => {
      onMade(made)
      onClose()
    },
  })
  const area = useFirstError(work.refusals)
  useEffect(() => {
    // The form has one or two fields, so a phone's keyboard hides none of them.
    area.current?.querySelector<HTMLElement>('input')?.focus()
  }, [area])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    work.submit()
  }
  return (
    <DialogForm title={title} text={text} onClose={onClose} onSubmit={submit} holds={work.form.getValues()}>
      <FormContext value={work}>
        <div className={c.fields} ref={area}>
          {children}
        </div>
        {work.failed.map((failed) => (
          <p key={failed} className={c.failed} role="alert">
            {failed}
          </p>
        ))}
        <Button type="submit" className={goButton} loading={work.saving}>
          {t('forms.create')}
        </Button>
      </FormContext>
    </DialogForm>
  )
}
