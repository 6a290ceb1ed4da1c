import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ConfirmDialog'
import { Dialog } from '../Dialog'
import { IconButton } from '../IconButton'
import { InAddress } from '../inAddress'
import { Key } from '../Key'
import { useUnsaved } from '../useUnsaved'
import { usePhone } from '../viewport'
import { FormContext } from './context'
import c from './FormDrawer.module.css'
import { type FormSaving, type SaveOptions, useFirstError, useSave } from './useSave'

/** The question to ask before something that is allowed and hardly ever meant. */
export interface Doubt {
  title: string
  text: string
  action: string
  back: string
}

interface Props<V extends Record<string, unknown>, R> extends SaveOptions<V, R> {
  title: string
  /** A line below the title: "Último cambio: Carla, ayer 18:20". */
  note?: ReactNode
  /** The button's label; the default is "Crear" or "Guardar cambios". */
  action?: string
  /** Returns the question to ask before these values are saved, if any. */
  doubt?: (values: V) => Doubt | null
  /** Makes what is tapped 64 px high, for people who stand and have wet hands. */
  roomy?: boolean
  onClose: () => void
  children: ReactNode | ((form: FormSaving<V>['form']) => ReactNode)
}

/** Shows a form at the right, which fills the screen of a phone. Enter saves, and typed values are not lost without asking. */
export function FormDrawer<V extends Record<string, unknown>, R>(props: Props<V, R>) {
  const { title, note, action, doubt, roomy, onClose, children, ...of } = props
  const { t } = useTranslation()
  const phone = usePhone()
  const inAddress = useContext(InAddress)
  // A refetch of the list must not change the form while somebody types.
  const [start] = useState(of.start)
  const work = useSave<V, R>({
    ...of,
    start,
    onSaved: (result, values) => {
      unsaved.release()
      of.onSaved?.(result, values)
      onClose()
    },
  })
  const unsaved = useUnsaved(work.dirty, inAddress ? 'address' : 'drawer')
  const area = useFirstError(work.refusals)
  // The keyboard of a phone would hide the form; when a phone is turned later the focused field keeps the focus.
  const [begins] = useState(!phone)
  useEffect(() => {
    if (begins)
      area.current?.querySelector<HTMLElement>('input:not([type=file], [aria-haspopup]), textarea')?.focus()
  }, [area, begins])
  const [asked, setAsked] = useState<Doubt | null>(null)
  const leave = () => unsaved.leave(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = work.saving ? null : doubt?.(work.form.getValues())
    if (found) setAsked(found)
    else work.submit()
  }
  return (
    <Dialog label={title} shape="drawer" inAddress={inAddress} onClose={leave}>
      <FormContext value={{ ...work, release: unsaved.release }}>
        <form className={c.form} data-roomy={roomy || undefined} onSubmit={submit} noValidate>
          <header className={c.head}>
            <div>
              {/* On a phone no text field is focused, because the keyboard would hide the form. */}
              <h2 tabIndex={-1} data-autofocus>
                {title}
              </h2>
              {note ? <p>{note}</p> : null}
            </div>
            <IconButton label={t('common.close')} onClick={leave}>
              <IconX size={22} aria-hidden="true" />
            </IconButton>
          </header>
          <div className={c.body} ref={area}>
            <InAddress value={false}>
              {typeof children === 'function' ? children(work.form) : children}
            </InAddress>
          </div>
          {work.failed.length > 0 ? (
            <div className={c.failed} role="alert">
              {work.failed.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          ) : null}
          <footer className={c.foot}>
            <Button variant="default" onClick={leave}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={work.saving} rightSection={<Key onAction>Enter</Key>}>
              {action ?? (of.isNew ? t('forms.create') : t('forms.save'))}
            </Button>
          </footer>
        </form>
      </FormContext>
      {unsaved.question}
      {asked ? (
        <ConfirmDialog
          title={asked.title}
          text={asked.text}
          action={asked.action}
          cancel={asked.back}
          onConfirm={() => {
            setAsked(null)
            work.submit()
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Dialog>
  )
}
