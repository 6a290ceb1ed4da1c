import { Button, Loader, SegmentedControl, TextInput } from '@mantine/core'
import { IconInfoCircle, IconUserCheck } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../api/errors'
import type { Client } from '../../api/model'
import {
  type DocumentType,
  documentTypes,
  type NewClient,
  ownerOf,
  useCreateClient,
  useIdentity,
} from '../../data/clients/queries'
import { ServerForm } from '../../ui/form/ServerForm'
import { useTyped } from '../../ui/typed'
import { usePhone } from '../../ui/viewport'
import c from './ClientPicker.module.css'

interface Props {
  kind: DocumentType
  /** The DNI or RUC that is looked up; if empty, the document is typed in the form too. */
  number: string
  /** The name that was searched for already. */
  name?: string
  onDone: (client: Client) => void
}

/** Makes a new client: the form is looked up by number, and can be corrected or typed at once. */
export function ClientForm({ kind: first, number, name: searched = '', onDone }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<NewClient>({
    document_type: first,
    document_number: number,
    name: searched,
  })
  const phone = usePhone()
  const kind = draft.document_type
  // Data from the register can be looked up again, so only what was typed counts as unsaved.
  const [byHand, setByHand] = useState(false)
  useTyped(byHand)
  const change = (part: Partial<NewClient>) => setDraft((now) => ({ ...now, ...part }))
  const lookup = useIdentity((found) =>
    change({
      name: found.name,
      last_name: found.last_name,
      business_name: found.business_name,
      address: found.address,
      ubigeo_sunat: found.ubigeo_sunat,
    }),
  )
  const create = useCreateClient()
  const errors = fieldErrors(create.error)
  const owner = ownerOf(create.error)

  const asked = useRef(false)
  const ask = lookup.mutate
  useEffect(() => {
    if (asked.current || !number) return
    asked.current = true
    ask({ type: first === 'RUC' ? 'ruc' : 'dni', identifier_number: number })
  }, [ask, first, number])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // If the dialog closes before the answer comes, the client is not chosen.
    create.mutate(draft, { onSuccess: onDone })
  }
  const field = (
    name: 'document_number' | 'name' | 'last_name' | 'business_name' | 'address',
    label: string,
    required = false,
  ) => (
    <TextInput
      // The button that opened the form is gone. On a phone the keyboard would hide what is asked.
      autoFocus={name === 'document_number' && !phone}
      label={label}
      required={required}
      value={draft[name] ?? ''}
      error={errors[name]}
      onChange={(event) => {
        setByHand(true)
        change({ [name]: event.currentTarget.value })
      }}
    />
  )
  return (
    <ServerForm className={c.form} onSubmit={submit}>
      {number ? (
        <LookedUp kind={kind} number={number} lookup={lookup} refused={errors.document_number} />
      ) : (
        <>
          <SegmentedControl
            fullWidth
            aria-label={t('clients.documentType')}
            value={kind}
            onChange={(chosen) => change({ document_type: chosen as DocumentType })}
            data={documentTypes.map((value) => ({ value, label: t(`clients.kind.${value}`) }))}
          />
          {field('document_number', t('clients.documentNumber'), kind === 'RUC')}
        </>
      )}
      {kind === 'RUC' ? (
        field('business_name', t('clients.businessName'), true)
      ) : (
        <>
          {field('name', t('clients.name'), true)}
          {field('last_name', t('clients.lastName'), !!number)}
        </>
      )}
      {field('address', t('clients.address'))}
      {owner ? (
        <Button
          variant="light"
          className={c.go}
          leftSection={<IconUserCheck size={20} stroke={1.8} aria-hidden="true" />}
          onClick={() => onDone(owner)}
        >
          {t('clients.takeExisting', { name: owner.display_name })}
        </Button>
      ) : null}
      <Button type="submit" className={c.go} loading={create.isPending}>
        {t('clients.save')}
      </Button>
    </ServerForm>
  )
}

interface LookedUpProps {
  kind: DocumentType
  number: string
  lookup: { isPending: boolean; isSuccess: boolean }
  /** The server's reason for refusing this number. */
  refused: string | undefined
}

function LookedUp({ kind, number, lookup, refused }: LookedUpProps) {
  const { t } = useTranslation()
  const text = lookup.isPending ? 'clients.looking' : lookup.isSuccess ? 'clients.found' : 'clients.notFound'
  return (
    <p className={c.hint} role="status">
      {lookup.isPending ? <Loader size={20} /> : <IconInfoCircle size={20} stroke={1.8} aria-hidden="true" />}
      {refused ?? t(text, { kind, number })}
    </p>
  )
}
