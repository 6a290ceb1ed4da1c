import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { FormContext } from '../../../ui/form/context'
import { type FormSaving, type SaveOptions, useFirstError, useSave } from '../../../ui/form/useSave'
import { useUnsaved } from '../../../ui/useUnsaved'
import { usePhone, useTouch } from '../../../ui/viewport'
import c from './FirstUse.module.css'

interface Props<V extends Record<string, unknown>, R> extends Omit<SaveOptions<V, R>, 'isNew' | 'onSaved'> {
  /** It is called after saving; `by` is the name of the button that saved, which the usual one does not have. */
  onSaved?: (result: R, values: V, by: string) => void
  action: ReactNode
  icon?: ReactNode
  /** It is shown after the save button, such as a way to skip the step. */
  more?: ReactNode
  /** Returns a preview beside the fields, as the values will look at work. */
  preview?: (values: V) => ReactNode
  /** Returns the values for another one, such as the next product; if absent, only one can be added. */
  again?: (values: V) => Partial<V>
  children: ReactNode | ((form: FormSaving<V>['form']) => ReactNode)
}

const firstField = 'input:not([type=file], [aria-haspopup]), textarea'

/** The form of a step, with its picture at the side; the first field has the focus, and Enter saves. */
export function StepForm<V extends Record<string, unknown>, R>(props: Props<V, R>) {
  const { action, icon, more, preview, again, children, onSaved, ...of } = props
  const by = useRef('')
  const work: FormSaving<V> = useSave<V, R>({
    ...of,
    isNew: true,
    onSaved: (result, values) => {
      unsaved.release()
      if (again) {
        const next = { ...values, ...again(values) }
        work.form.setValues(next)
        work.form.resetDirty(next)
        if (by.current) area.current?.querySelector<HTMLElement>(firstField)?.focus()
      }
      onSaved?.(result, values, by.current)
    },
  })
  const unsaved = useUnsaved(work.dirty, 'address')
  const area = useFirstError(work.refusals)
  // The keyboard of a screen that is touched would hide what the step asks.
  const phone = usePhone()
  const touch = useTouch()
  const begins = !phone && !touch
  useEffect(() => {
    if (!begins || document.activeElement !== document.body) return
    area.current?.querySelector<HTMLElement>(firstField)?.focus({ preventScroll: true })
    // It scrolls to show the button as well, which Enter presses.
    area.current?.scrollIntoView({ block: 'nearest' })
  }, [area, begins])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const button = (event.nativeEvent as SubmitEvent).submitter
    by.current = button?.getAttribute('name') ?? ''
    work.submit()
  }
  return (
    <FormContext value={work}>
      <form className={c.form} data-preview={preview ? true : undefined} onSubmit={submit} noValidate>
        <div className={c.fields} ref={area}>
          {typeof children === 'function' ? children(work.form) : children}
          {work.failed.map((text) => (
            <p key={text} className={c.failed} role="alert">
              {text}
            </p>
          ))}
          <div className={c.ways}>
            <Button type="submit" size="lg" loading={work.saving} leftSection={icon}>
              {action}
            </Button>
            {more}
          </div>
        </div>
        {preview?.(work.form.getValues())}
      </form>
      {unsaved.question}
    </FormContext>
  )
}
