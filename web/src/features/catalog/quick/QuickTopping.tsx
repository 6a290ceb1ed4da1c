import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { ToppingView } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { MoneyField, TextField } from '../../../ui/form/fields'
import { QuickForm } from './QuickForm'
import { showMade } from './showMade'

interface Props {
  onMade: (made: ToppingView) => void
  onClose: () => void
}

export function QuickTopping({ onMade, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <QuickForm
      title={t('toppings.new')}
      text={t('toppings.quickText')}
      entity={{ name: t('toppings.entity') }}
      start={{ name: '', sale_amount: '' }}
      save={(values, key) => write('POST', '/toppings', key, values)}
      nameOf={({ name }) => name}
      stale={[catalogKeys.toppings, catalogKeys.sale]}
      onMade={(made) => {
        showMade(catalogKeys.allToppings, made)
        onMade(made)
      }}
      onClose={onClose}
    >
      <TextField name="name" label={t('toppings.nameField')} required maxLength={80} />
      <MoneyField name="sale_amount" label={t('toppings.price')} required decimals={3} />
    </QuickForm>
  )
}
