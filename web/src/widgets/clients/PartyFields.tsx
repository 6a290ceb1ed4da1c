import { Button, SegmentedControl } from '@mantine/core'
import { IconSearch, IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { list } from '../../api/client'
import { errorText } from '../../api/errors'
import type { Party, Status } from '../../api/model'
import { clientKeys } from '../../data/clients/keys'
import { documentTypes, ownerOf, useIdentity } from '../../data/clients/queries'
import { type AnyForm, useField, useRefusal } from '../../ui/form/context'
import { DateField } from '../../ui/form/DateField'
import { StatusField, TextField } from '../../ui/form/fields'
import { FormGroup, FormRow } from '../../ui/form/Group'
import { RemoteSelectField } from '../../ui/form/SelectField'
import c from './PartyFields.module.css'

/** The values of the form of a client or provider. */
export interface PartyValues extends Record<string, unknown> {
  document_type: string
  document_number: string
  name: string
  last_name: string
  business_name: string
  phone: string
  email: string
  dob: string | null
  address: string
  ubigeo_sunat: string | null
  reference: string
  status: Status
  /** The district's name from a look-up; it is not sent to the server. */
  place?: string
}

/** Returns the first values of the form, for a client or a new one. */
export function partyFormValues(party: Party | null, kind: string): PartyValues {
  return {
    document_type: party?.document_type ?? kind,
    document_number: party?.document_number ?? '',
    name: party?.name ?? '',
    last_name: party?.last_name ?? '',
    business_name: party?.business_name ?? '',
    phone: party?.phone ?? '',
    email: party?.email ?? '',
    dob: party?.dob ?? null,
    address: party?.address ?? '',
    ubigeo_sunat: party?.ubigeo_sunat || null,
    reference: party?.reference ?? '',
    status: party?.status ?? 'ACTIVE',
  }
}

/** Returns the body for the server: no chosen district is an empty text. */
export function partyBody({ place: _, ...values }: Partial<PartyValues>): Record<string, unknown> {
  return 'ubigeo_sunat' in values ? { ...values, ubigeo_sunat: values.ubigeo_sunat ?? '' } : values
}

const placeOf = (place: { district: string; province: string; department: string }) =>
  `${place.district}, ${place.province}, ${place.department}`

interface Props {
  form: AnyForm
  party: Party | null
  /** The words of the switch for active and inactive. */
  active: { label: string; text: string }
  /** True for people, who have a day of birth; providers do not need one. */
  withDob?: boolean
}

/** Asks for the document, the names by its kind, the contact and the address. */
export function PartyFields({ form, party, active, withDob }: Props) {
  const { t } = useTranslation()
  const values = form.values as PartyValues
  const firm = values.document_type === 'RUC'
  return (
    <>
      <FormGroup title={t('parties.document')}>
        <KindField />
        <TextField
          name="document_number"
          label={t('clients.documentNumber')}
          inputMode={
            values.document_type === 'PASAPORTE' || values.document_type === 'CE' ? 'text' : 'numeric'
          }
          maxLength={15}
        />
        <Existing />
        <LookUp form={form} />
        {firm ? (
          <TextField name="business_name" label={t('clients.businessName')} required maxLength={200} />
        ) : (
          <FormRow>
            <TextField name="name" label={t('clients.name')} required maxLength={200} />
            <TextField name="last_name" label={t('clients.lastName')} maxLength={200} />
          </FormRow>
        )}
      </FormGroup>
      <FormGroup title={t('parties.contact')}>
        <FormRow>
          <TextField name="phone" label={t('parties.phone')} type="tel" inputMode="tel" maxLength={60} />
          <TextField name="email" label={t('parties.email')} type="email" inputMode="email" />
        </FormRow>
        {withDob && !firm ? <DateField name="dob" label={t('parties.dob')} /> : null}
      </FormGroup>
      <FormGroup title={t('parties.place')}>
        <TextField name="address" label={t('clients.address')} maxLength={200} />
        <RemoteSelectField<string>
          // A look-up may choose another district: then the field begins anew with it.
          key={values.place ?? ''}
          name="ubigeo_sunat"
          label={t('parties.district')}
          description={t('parties.districtText')}
          clearable
          queryKey={clientKeys.districts}
          chosen={chosenPlace(values, party)}
          search={async (term, signal) => {
            const found = await list('/ubigeo', { term }, signal)
            return found.rows.map((row) => ({ value: row.ubigeo, label: placeOf(row) }))
          }}
        />
        <TextField
          name="reference"
          label={t('parties.reference')}
          description={t('parties.referenceText')}
          maxLength={200}
        />
      </FormGroup>
      <StatusField label={active.label} description={active.text} />
    </>
  )
}

/** Links to the client or provider that already has this document, in the list around the form. */
function Existing() {
  const { t } = useTranslation()
  const { refusal, release } = useRefusal()
  const [, setParams] = useSearchParams()
  const owner = ownerOf(refusal)
  if (!owner) return null
  return (
    <Button
      variant="light"
      leftSection={<IconUserCheck size={20} stroke={1.8} aria-hidden="true" />}
      onClick={() => {
        release?.()
        setParams((params) => {
          params.set('open', String(owner.id))
          return params
        })
      }}
    >
      {t('parties.openExisting', { name: owner.display_name })}
    </Button>
  )
}

/** The kind of document decides which names there are. */
function KindField() {
  const { t } = useTranslation()
  const { value, set } = useField<string>('document_type')
  return (
    <SegmentedControl
      fullWidth
      withItemsBorders={false}
      aria-label={t('clients.documentType')}
      classNames={{ label: c.kind }}
      value={value}
      onChange={set}
      data={documentTypes.map((kind) => ({ value: kind, label: t(`clients.kind.${kind}`) }))}
    />
  )
}

/** The district that the field begins with: that of a look-up, else the saved one. */
function chosenPlace({ ubigeo_sunat, place }: PartyValues, party: Party | null) {
  if (place && ubigeo_sunat) return { value: ubigeo_sunat, label: place }
  return party?.ubigeo_sunat ? { value: party.ubigeo_sunat, label: placeOf(party) } : null
}

/** Fills in the names of a DNI or RUC. */
function LookUp({ form }: { form: AnyForm }) {
  const { t } = useTranslation()
  const { document_type: kind, document_number: typed } = form.values as PartyValues
  const number = typed.replace(/[\s-]/g, '')
  const lookup = useIdentity((found, asked) => {
    if (asked !== number) return
    form.setValues({
      name: found.name,
      last_name: found.last_name,
      business_name: found.business_name,
      ...(found.address ? { address: found.address } : {}),
      ...(found.ubigeo_sunat
        ? {
            ubigeo_sunat: found.ubigeo_sunat,
            place: placeOf(found),
          }
        : {}),
    })
  })
  const [missing, setMissing] = useState(false)
  if (kind !== 'DNI' && kind !== 'RUC') return <p className={c.none}>{t('parties.notLookedUp')}</p>
  const asked = number !== '' && lookup.variables?.identifier_number === number
  const wrong =
    missing && !number
      ? t(kind === 'RUC' ? 'parties.enterRuc' : 'parties.enterDni')
      : asked && lookup.isError
        ? errorText(lookup.error)
        : null
  return (
    <div className={c.lookup}>
      <Button
        variant="default"
        loading={lookup.isPending}
        leftSection={<IconSearch size={20} stroke={1.8} aria-hidden="true" />}
        onClick={() => {
          setMissing(number === '')
          if (number) lookup.mutate({ type: kind === 'RUC' ? 'ruc' : 'dni', identifier_number: number })
        }}
      >
        {t('parties.lookUp', { kind })}
      </Button>
      <p role="status" data-tone={wrong ? 'warning' : undefined}>
        {wrong ??
          (asked && lookup.data
            ? t(lookup.data.id ? 'parties.foundOwn' : 'parties.found', {
                name: lookup.data.display_name,
                state: [lookup.data.state, lookup.data.condition].filter(Boolean).join(', '),
              })
            : t('parties.lookUpText'))}
      </p>
    </div>
  )
}
