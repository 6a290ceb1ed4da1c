import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldErrors } from '../../api/errors'
import type { Agent, Printer } from '../../api/model'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { Dialog } from '../../ui/Dialog'
import { IconButton } from '../../ui/IconButton'
import { Key } from '../../ui/Key'
import { bodyOf, isChanged, startOf } from './form'
import { useSavePrinter } from './mutations'
import c from './PrinterDrawer.module.css'
import { PrinterFields } from './PrinterFields'

interface Props {
  /** Null: a new one. */
  printer: Printer | null
  printers: Printer[]
  agents: Agent[]
  onClose: () => void
}

export function PrinterDrawer({ printer, printers, agents, onClose }: Props) {
  const { t } = useTranslation()
  // With one agent there is nothing to choose.
  const [start] = useState(() => startOf(printer, agents.length === 1 ? (agents[0]?.id ?? null) : null))
  const [form, setForm] = useState(start)
  const [leaving, setLeaving] = useState(false)
  const save = useSavePrinter(printer?.id ?? null, onClose)
  // A field that was changed since is no longer wrong as far as anybody knows.
  const [changed, setChanged] = useState<string[]>([])
  const errors = Object.fromEntries(
    Object.entries(fieldErrors(save.error)).filter(([field]) => !changed.includes(field)),
  )
  const failed =
    save.error && Object.keys(fieldErrors(save.error)).length === 0 ? errorText(save.error) : null
  const fields = useRef<HTMLDivElement>(null)

  // What is wrong is where the person looks next.
  useEffect(() => {
    if (save.error) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [save.error])

  const leave = () => (isChanged(form, start) ? setLeaving(true) : onClose())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChanged([])
    save.mutate(bodyOf(form))
  }
  const title = printer ? t('printing.form.titleEdit') : t('printing.form.titleNew')
  return (
    <Dialog label={title} shape="drawer" onClose={leave}>
      <form className={c.form} onSubmit={submit} noValidate>
        <header className={c.head}>
          <div>
            <h2>{title}</h2>
            {printer ? <p>{printer.name}</p> : null}
          </div>
          <IconButton label={t('common.close')} onClick={leave}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </header>
        <div className={c.body} ref={fields}>
          <PrinterFields
            form={form}
            errors={errors}
            agents={agents}
            others={printers.filter((other) => other.id !== printer?.id)}
            onChange={(change) => {
              setForm({ ...form, ...change })
              setChanged([...changed, ...Object.keys(change)])
            }}
          />
        </div>
        {failed ? (
          <p className={c.failed} role="alert">
            {failed}
          </p>
        ) : null}
        <footer className={c.foot}>
          <Button variant="default" onClick={leave}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} rightSection={<Key onAction>Enter</Key>}>
            {printer ? t('printing.form.save') : t('printing.form.saveNew')}
          </Button>
        </footer>
      </form>
      {leaving ? (
        <ConfirmDialog
          title={t('printing.form.unsaved')}
          text={t('printing.form.unsavedText')}
          action={t('printing.form.leave')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      ) : null}
    </Dialog>
  )
}
