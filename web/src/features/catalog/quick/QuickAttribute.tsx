import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { Attribute } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { TextField } from '../../../ui/form/fields'
import { QuickForm } from './QuickForm'
import { showMade } from './showMade'
import { namesIn } from './typedNames'

interface Props {
  onMade: (made: Attribute) => void
  onClose: () => void
}

export function QuickAttribute({ onMade, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <QuickForm
      title={t('attributes.new')}
      text={t('attributes.quickText')}
      entity={{ name: t('attributes.entity') }}
      start={{ name: '', options: '' }}
      save={({ name, options }, key) =>
        write('POST', '/attributes', key, { name, options: namesIn(options) })
      }
      nameOf={({ name }) => name}
      stale={[catalogKeys.attributes]}
      onMade={(made) => {
        showMade(catalogKeys.allAttributes, made)
        onMade(made)
      }}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('attributes.name')}
        description={t('attributes.nameText')}
        required
        maxLength={60}
      />
      <TextField
        name="options"
        label={t('attributes.options')}
        description={t('attributes.quickOptions')}
        required
        maxLength={600}
      />
    </QuickForm>
  )
}
