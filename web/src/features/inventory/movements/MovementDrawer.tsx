import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Unit } from '../../../api/model'
import { useUnits } from '../../../data/catalog/selectOptions'
import { inventoryKeys } from '../../../data/inventory/keys'
import { afterMoving, createMovement, type FoundItem, goodOf } from '../../../data/inventory/queries'
import type { Direction, ItemType, Movement } from '../../../data/inventory/types'
import { fullName, useUser } from '../../../session/session'
import { plain } from '../../../ui/figures'
import { useField } from '../../../ui/form/context'
import { DateField } from '../../../ui/form/DateField'
import { type Doubt, FormDrawer } from '../../../ui/form/FormDrawer'
import { SwitchField, TextField } from '../../../ui/form/fields'
import { FormGroup, FormRow } from '../../../ui/form/Group'
import { quantity, today as todayNow } from '../../../ui/format'
import { PinDialog } from '../../../ui/PinDialog'
import { showToast } from '../../../ui/toasts'
import { usePin } from '../../../widgets/pin/usePin'
import { ItemsField } from './ItemsField'
import c from './MovementDrawer.module.css'
import {
  emptyMovementForm,
  type MovementLine,
  type MovementValues,
  movementBody,
  reasonsOf,
  shortLines,
} from './movementForm'
import { ReasonField } from './ReasonField'

interface Props {
  type: ItemType
  /** True when it records only what was thrown away or eaten by the staff: it leaves the stock now. */
  waste?: boolean
  /** The id of its first item. */
  item?: number
  onClose: () => void
}

/** Records a movement by hand; with its first item, where one is named. */
export default function MovementDrawer({ item, ...props }: Props) {
  const good = useQuery({
    queryKey: inventoryKeys.good(props.type, item),
    queryFn: ({ signal }) => goodOf(props.type, item ?? 0, signal),
    enabled: item !== undefined,
    gcTime: 0,
  })
  if (item !== undefined && good.isPending) return null
  return <Form {...props} first={good.data} />
}

function Form({ type, waste = false, first, onClose }: Omit<Props, 'item'> & { first?: FoundItem }) {
  const { t } = useTranslation()
  const today = todayNow()
  const pin = usePin<Movement>()
  const units = useUnits().data ?? []
  return (
    <>
      <FormDrawer<MovementValues, Movement>
        title={t(waste ? 'inventory.form.waste' : 'inventory.form.new')}
        entity={
          waste
            ? { name: t('inventory.form.wasteEntity'), feminine: true, done: t('inventory.form.wasteDone') }
            : { name: t('inventory.entity') }
        }
        isNew
        action={t(waste ? 'inventory.form.waste' : 'inventory.form.register')}
        start={emptyMovementForm(today, waste, first)}
        save={(values, key) => {
          const body = movementBody(values, type, today, t(`kardex.reasons.${values.reason ?? 'OTHER'}`))
          return pin.run((own, given) => createMovement(type, own, { ...body, ...given }), key)
        }}
        nameOf={(values) => values.name.trim() || values.items.map((line) => line.item.name).join(', ')}
        stale={[...afterMoving]}
        doubt={(values) => doubtOf(shortLines(values, units), units, t)}
        onSaved={(movement) => {
          if (movement.warnings.length > 0)
            showToast('warning', t('inventory.form.warned'), movement.warnings.join(' '))
        }}
        onClose={onClose}
      >
        {(form) => {
          const { type: direction } = form.getValues()
          return (
            <>
              <FormGroup>
                {waste ? null : (
                  <DirectionField
                    onChange={(chosen) => {
                      const { reason } = form.getValues()
                      if (reason && !reasonsOf[chosen].includes(reason)) form.setFieldValue('reason', null)
                    }}
                  />
                )}
                <ReasonField
                  name="reason"
                  label={t(waste ? 'inventory.form.what' : 'inventory.form.reason')}
                  reasons={reasonsOf[waste ? 'waste' : direction]}
                />
              </FormGroup>
              <FormGroup>
                <ItemsField type={type} priced={direction === 'in'} />
              </FormGroup>
              {waste ? (
                <FormGroup>
                  <TextField
                    name="description"
                    label={t('inventory.form.description')}
                    maxLength={500}
                    lines={2}
                  />
                </FormGroup>
              ) : (
                <Data today={today} />
              )}
            </>
          )
        }}
      </FormDrawer>
      {pin.asked ? <WastePin asked={pin.asked} /> : null}
    </>
  )
}

/** Asks who allows the waste. */
function WastePin({ asked }: { asked: NonNullable<ReturnType<typeof usePin<Movement>>['asked']> }) {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <PinDialog
      title={t('inventory.waste.pin')}
      action="record_waste"
      error={asked.error}
      busy={asked.busy}
      onSubmit={(given, approver_id) => asked.answer({ pin: given, approver_id })}
      onClose={() => asked.answer(null)}
    >
      <b>{fullName(user)}</b> {t('inventory.waste.pinAsks')}
    </PinDialog>
  )
}

/** Returns the question to ask before more goes out than there is, which is allowed and mostly a slip of the hand. */
function doubtOf(short: readonly MovementLine[], units: readonly Unit[], t: TFunction): Doubt | null {
  const shown = short.map((line) => ({
    name: line.item.name,
    many: quantity(line.quantity),
    unit: units.find((unit) => unit.id === line.measurement_id)?.symbol ?? line.item.measurement,
    have: plain(line.item.stock ?? '0'),
    own: line.item.measurement,
  }))
  const [only] = shown
  if (!only) return null
  return {
    title: shown.length === 1 ? t('inventory.form.doubt', only) : t('inventory.form.doubtMany'),
    text: shown
      .map((each) => t(shown.length === 1 ? 'inventory.form.doubtText' : 'inventory.form.doubtLine', each))
      .join(' '),
    action: t('inventory.form.doubtGo'),
    back: t('inventory.form.doubtBack'),
  }
}

function Data({ today }: { today: string }) {
  const { t } = useTranslation()
  return (
    <FormGroup>
      <TextField
        name="name"
        label={t('inventory.form.name')}
        description={t('inventory.form.nameText')}
        maxLength={120}
      />
      <TextField name="description" label={t('inventory.form.description')} maxLength={500} lines={2} />
      <FormRow>
        <DateField name="date" label={t('inventory.form.date')} max={today} />
        <TextField name="responsible" label={t('inventory.form.responsible')} maxLength={120} />
      </FormRow>
      <SwitchField
        name="approved"
        label={t('inventory.form.approved')}
        description={t('inventory.form.approvedText')}
      />
    </FormGroup>
  )
}

function DirectionField({ onChange }: { onChange: (type: Direction) => void }) {
  const { t } = useTranslation()
  const { value, set } = useField<Direction>('type')
  return (
    <SegmentedControl
      size="lg"
      className={c.direction}
      aria-label={t('inventory.type')}
      value={value}
      onChange={(chosen) => {
        set(chosen as Direction)
        onChange(chosen as Direction)
      }}
      data={(['out', 'in'] as const).map((each) => ({ value: each, label: t(`inventory.types.${each}`) }))}
    />
  )
}
