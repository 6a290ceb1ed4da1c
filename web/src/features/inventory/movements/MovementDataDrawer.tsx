import { useTranslation } from 'react-i18next'
import { inventoryKeys } from '../../../data/inventory/keys'
import { changeMovement } from '../../../data/inventory/queries'
import type { ItemType, Movement } from '../../../data/inventory/types'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { TextField } from '../../../ui/form/fields'

interface Props {
  movement: Movement
  type: ItemType
  onClose: () => void
}

/** Edits a movement's name and note; its items can only be taken back and written again. */
export function MovementDataDrawer({ movement, type, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={t('inventory.form.edit')}
      note={movement.full_number}
      entity={{ name: t('inventory.entity') }}
      isNew={false}
      start={{
        name: movement.name,
        description: movement.description,
        responsible: movement.responsible,
      }}
      save={(_, key, changed) => changeMovement(type, movement.id, key, changed)}
      nameOf={(values) => values.name}
      stale={[inventoryKeys.all]}
      onClose={onClose}
    >
      <TextField name="name" label={t('inventory.form.name')} maxLength={120} />
      <TextField name="description" label={t('inventory.form.description')} maxLength={500} lines={3} />
      <TextField name="responsible" label={t('inventory.form.responsible')} maxLength={120} />
    </FormDrawer>
  )
}
