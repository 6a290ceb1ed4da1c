import { Button, NumberInput, Switch, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldErrors, isApiError } from '../../../api/errors'
import type { Salon } from '../../../api/model'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { DialogForm, dialogWarning, goButton, secondButton } from '../../../ui/DialogForm'
import c from '../FloorForm.module.css'
import { useDeleteSalon, useSaveSalon } from './queries'

interface Props {
  /** The room to edit; null makes a new one. */
  salon: Salon | null
  onSaved: (id: number | null) => void
  onClose: () => void
}

/** A new room has this size, in the units of the tables' places: a table for four is 140 by 112. */
const usual = { width: 912, height: 616 }
const bounds = { width: { min: 300, max: 4000 }, height: { min: 200, max: 3000 } }

/** Edits a salon's name, its size, and whether it is in use. */
export function SalonDialog({ salon, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(salon?.name ?? '')
  const [description, setDescription] = useState(salon?.description ?? '')
  const [width, setWidth] = useState(salon?.width ?? usual.width)
  const [height, setHeight] = useState(salon?.height ?? usual.height)
  const [active, setActive] = useState(salon ? salon.status === 'ACTIVE' : true)
  const [deleting, setDeleting] = useState(false)
  const save = useSaveSalon(salon?.id ?? null, (saved) => onSaved(saved.id))
  const remove = useDeleteSalon(() => onSaved(null))
  const errors = fieldErrors(save.error)
  const atField = errors.name ?? errors.width ?? errors.height
  const failed = save.error && !atField ? refusalText(save.error) : null
  const title = salon ? t('rooms.editSalon') : t('rooms.newSalon')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({
      name: name.trim(),
      description: description.trim(),
      width,
      height,
      status: active ? 'ACTIVE' : 'INACTIVE',
    })
  }
  return (
    <DialogForm
      above={
        deleting && salon ? (
          <ConfirmDialog
            title={t('rooms.deleteSalonOf', { name: salon.name })}
            text={t('rooms.deleteSalonText')}
            action={t('rooms.deleteSalon')}
            busy={remove.isPending}
            error={remove.error}
            onConfirm={() => remove.mutate(salon.id)}
            onClose={() => setDeleting(false)}
          />
        ) : null
      }
      title={title}
      onClose={onClose}
      holds={{ name, description, width, height, active }}
      onSubmit={submit}
    >
      <TextInput
        label={t('rooms.salonName')}
        required
        data-autofocus
        maxLength={40}
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('rooms.description')}
        maxLength={200}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <div className={c.two}>
        <SizeInput
          label={t('rooms.salonWidth')}
          bounds={bounds.width}
          value={width}
          error={errors.width}
          onChange={setWidth}
        />
        <SizeInput
          label={t('rooms.salonHeight')}
          bounds={bounds.height}
          value={height}
          error={errors.height}
          onChange={setHeight}
        />
      </div>
      {salon ? (
        <Switch
          size="md"
          label={t('rooms.salonActive')}
          checked={active}
          onChange={(event) => setActive(event.currentTarget.checked)}
        />
      ) : null}
      {failed ? (
        <p className={dialogWarning} role="alert">
          {failed}
        </p>
      ) : null}
      <Button type="submit" className={goButton} loading={save.isPending}>
        {salon ? t('rooms.saveSalon') : t('rooms.addSalon')}
      </Button>
      {salon ? (
        <Button
          variant="default"
          className={secondButton}
          leftSection={<IconTrash size={20} aria-hidden="true" />}
          onClick={() => setDeleting(true)}
        >
          {t('rooms.deleteSalon')}
        </Button>
      ) : null}
    </DialogForm>
  )
}

interface SizeProps {
  label: string
  bounds: { min: number; max: number }
  value: number
  error: string | undefined
  onChange: (size: number) => void
}

function SizeInput({ label, bounds, value, error, onChange }: SizeProps) {
  return (
    <NumberInput
      label={label}
      {...bounds}
      step={10}
      allowDecimal={false}
      clampBehavior="blur"
      value={value}
      error={error}
      onChange={(next) => typeof next === 'number' && onChange(next)}
    />
  )
}

/** The server names where the room is in use, which our own words could not. */
const refusalText = (error: Error) => (isApiError(error) && error.serverMessage) || errorText(error)
