import { Button, Loader, TextInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../api/errors'
import type { Client } from '../../api/model'
import c from './ClientPicker.module.css'
import { type NewClient, useCreateClient, useIdentity } from './queries'

/** A number that is no client yet: looked up, and the form already there to correct or type it. */
export function ClientForm(props: { kind: 'DNI' | 'RUC'; number: string; onDone: (client: Client) => void }) {
  const { t } = useTranslation()
  const { kind, number, onDone } = props
  const [draft, setDraft] = useState<NewClient>({ document_type: kind, document_number: number })
  const change = (part: Partial<NewClient>) => setDraft((now) => ({ ...now, ...part }))
  const lookup = useIdentity((found) =>
    change({
      name: found.name ?? undefined,
      last_name: found.last_name ?? undefined,
      business_name: found.business_name ?? undefined,
      address: found.address ?? undefined,
    }),
  )
  const create = useCreateClient(onDone)
  const errors = fieldErrors(create.error)

  const asked = useRef(false)
  const ask = lookup.mutate
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    ask({ type: kind === 'RUC' ? 'ruc' : 'dni', identifier_number: number })
  }, [ask, kind, number])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(draft)
  }
  const field = (
    name: 'name' | 'last_name' | 'business_name' | 'address',
    label: string,
    required = false,
  ) => (
    <TextInput
      label={label}
      required={required}
      value={draft[name] ?? ''}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <form className={c.form} onSubmit={submit}>
      <p className={c.hint} role="status">
        {lookup.isPending ? (
          <Loader size={20} />
        ) : (
          <IconInfoCircle size={20} stroke={1.8} aria-hidden="true" />
        )}
        {lookup.isPending
          ? t('clients.looking', { kind, number })
          : lookup.isSuccess
            ? t('clients.found', { kind, number })
            : t('clients.notFound', { kind, number })}
      </p>
      {kind === 'RUC' ? (
        field('business_name', t('clients.businessName'), true)
      ) : (
        <>
          {field('name', t('clients.name'), true)}
          {field('last_name', t('clients.lastName'), true)}
        </>
      )}
      {field('address', t('clients.address'))}
      <Button type="submit" className={c.go} loading={create.isPending}>
        {t('clients.save')}
      </Button>
    </form>
  )
}
