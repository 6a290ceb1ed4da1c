import { Button, Select, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldErrors, isApiError } from '../../api/errors'
import type { Client, Floor, Reservation } from '../../api/model'
import { DialogForm, dialogWarning, goButton, secondButton } from '../../ui/DialogForm'
import { DateInput } from '../../ui/dates/DateInput'
import { TimeInput } from '../../ui/dates/TimeInput'
import { atLocal, localParts } from '../../ui/format'
import { Stepper } from '../../ui/Stepper'
import { showToast } from '../../ui/toasts'
import { ClientPicker } from '../../widgets/clients/ClientPicker'
import { type Contact, ContactFields } from './ContactFields'
import c from './FloorForm.module.css'
import { likelyTime, useReserve } from './reservations'

interface Props {
  floor: Floor
  /** The table that was tapped, or that of the reservation that is changed. */
  tableId: number
  /** The reservation that is changed; absent for a new one. */
  reservation?: Reservation
  onClose: () => void
}

/** Asks who comes, when, how many, and where they sit. */
export function ReserveDialog({ floor, tableId, reservation, onClose }: Props) {
  const { t } = useTranslation()
  const tables = floor.salons.flatMap((salon) => salon.tables.map((table) => ({ table, salon })))
  const seats = tables.find((each) => each.table.id === tableId)?.table.seats ?? 2
  const [table, setTable] = useState(String(tableId))
  const [when, setWhen] = useState(() =>
    reservation ? localParts(reservation.reserved_for) : likelyTime(Date.now()),
  )
  const [persons, setPersons] = useState(reservation?.persons ?? Math.min(seats, 4))
  const [client, setClient] = useState<number | undefined>(reservation?.client_id ?? undefined)
  const [contact, setContact] = useState<Contact>({
    name: reservation?.client_name ?? '',
    phone: reservation?.phone ?? '',
  })
  const [note, setNote] = useState(reservation?.note ?? '')
  const [picking, setPicking] = useState(false)
  const [timeless, setTimeless] = useState(false)
  const reserve = useReserve((made) => {
    showToast('success', t('reservations.reserved'), t('reservations.saved', { name: made.client_name }))
    onClose()
  })
  const errors = fieldErrors(reserve.error)
  const near = isApiError(reserve.error) && reserve.error.code === 'reserved' ? reserve.error : null
  const failed =
    reserve.error && !near && Object.keys(errors).length === 0
      ? `${t('reservations.notReserved')}. ${errorText(reserve.error)}`
      : null
  const title = reservation ? t('reservations.edit') : t('reservations.new')

  const submit = (event: FormEvent, despite = false) => {
    event.preventDefault()
    setTimeless(!when.date || !when.time)
    if (!when.date || !when.time) return
    reserve.mutate({
      table: Number(table),
      client_request_id: reservation?.id,
      reserved_for: atLocal(when.date, when.time),
      persons,
      client_id: client,
      client_name: contact.name.trim(),
      phone: contact.phone.trim(),
      note: note.trim(),
      ...(despite ? { despite_reservation: true } : {}),
    })
  }
  const pick = (picked: Client | null) => {
    setPicking(false)
    if (!picked) return
    setClient(picked.id)
    setContact({ name: picked.display_name, phone: picked.phone || contact.phone })
  }

  return (
    <DialogForm
      above={picking ? <ClientPicker onPick={pick} onClose={() => setPicking(false)} /> : null}
      title={title}
      onClose={onClose}
      holds={{ table, when, persons, contact, note }}
      onSubmit={submit}
    >
      <WhenFields
        when={when}
        error={timeless ? t('reservations.whenMissing') : errors.reserved_for}
        onChange={setWhen}
      />
      <div className={c.two}>
        <TableSelect salons={floor.salons} value={table} error={errors.table_id} onChange={setTable} />
        <div className={c.field}>
          <span>{t('reservations.persons')}</span>
          <Stepper label={t('reservations.persons')} value={persons} max={99} fill onChange={setPersons} />
        </div>
      </div>
      <ContactFields
        label={t('reservations.name')}
        required
        contact={contact}
        errors={errors}
        onChange={(part) => {
          setContact({ ...contact, ...part })
          // Another name is another guest.
          if (part.name !== undefined) setClient(undefined)
        }}
        onPick={() => setPicking(true)}
      />
      <Textarea
        label={t('reservations.note')}
        placeholder={t('reservations.noteHint')}
        autosize
        minRows={1}
        maxRows={3}
        value={note}
        error={errors.note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {near || failed ? (
        <p className={dialogWarning} role="alert">
          <IconAlertTriangle size={20} stroke={1.9} aria-hidden="true" />
          {near?.serverMessage ?? failed}
        </p>
      ) : null}
      {near ? (
        <Button
          variant="default"
          className={secondButton}
          loading={reserve.isPending}
          onClick={(event) => submit(event, true)}
        >
          {t('reservations.despite')}
        </Button>
      ) : null}
      <Button type="submit" className={goButton} loading={reserve.isPending}>
        {reservation ? t('reservations.save') : t('reservations.reserve')}
      </Button>
    </DialogForm>
  )
}

type LocalTime = ReturnType<typeof localParts>

interface WhenProps {
  when: LocalTime
  error: string | undefined
  onChange: (when: LocalTime) => void
}

/** Asks for the day and the time, as the clock of the house shows them. */
function WhenFields({ when, error, onChange }: WhenProps) {
  const { t } = useTranslation()
  return (
    <div className={c.two}>
      <DateInput
        always
        label={t('reservations.date')}
        withAsterisk
        value={when.date}
        onChange={(date) => onChange({ ...when, date: date ?? when.date })}
      />
      <TimeInput
        label={t('reservations.time')}
        withAsterisk
        value={when.time}
        error={error}
        onChange={(time) => onChange({ ...when, time })}
      />
    </div>
  )
}

interface TableSelectProps {
  salons: Floor['salons']
  /** The id of the table, as text. */
  value: string
  error: string | undefined
  onChange: (table: string) => void
}

function TableSelect({ salons, value, error, onChange }: TableSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('reservations.table')}
      required
      allowDeselect={false}
      searchable
      comboboxProps={{ withinPortal: false }}
      value={value}
      error={error}
      onChange={(chosen) => onChange(chosen ?? value)}
      data={salons.map((salon) => ({
        group: salon.name,
        items: salon.tables.map((each) => ({
          value: String(each.id),
          label: `${each.name} · ${t('floor.seats', { count: each.seats })}`,
        })),
      }))}
    />
  )
}

export default ReserveDialog
