import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { ChoiceGroup } from '../../../api/model'
import { choiceKeys } from '../../../data/catalog/choiceKeys'
import { catalogKeys } from '../../../data/catalog/keys'
import { QuantityField, TextField } from '../../../ui/form/fields'
import { FormRow } from '../../../ui/form/Group'
import { QuickForm } from './QuickForm'
import { showMade } from './showMade'
import { namesIn } from './typedNames'

interface Props {
  typed: string
  onMade: (made: ChoiceGroup) => void
  onClose: () => void
}

export function QuickChoiceGroup({ typed, onMade, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <QuickForm
      title={t('choiceGroups.new')}
      text={t('choiceGroups.quickText')}
      entity={{ name: t('choiceGroups.entity') }}
      start={{ name: typed, minimum: '1', maximum: '1', options: '' }}
      save={({ name, minimum, maximum, options }, key) =>
        write('POST', '/choice-groups', key, {
          name,
          minimum: Number(minimum || '0'),
          maximum: Number(maximum || '0'),
          options: namesIn(options),
        })
      }
      nameOf={({ name }) => name}
      stale={[choiceKeys.groups, catalogKeys.toppings]}
      onMade={(made) => {
        showMade(choiceKeys.allGroups, made)
        onMade(made)
      }}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('choiceGroups.name')}
        description={t('choiceGroups.nameText')}
        required
        maxLength={60}
      />
      <FormRow>
        <QuantityField name="minimum" label={t('choiceGroups.minimum')} decimals={0} />
        <QuantityField name="maximum" label={t('choiceGroups.maximum')} decimals={0} />
      </FormRow>
      <TextField
        name="options"
        label={t('choiceGroups.options')}
        description={t('choiceGroups.quickOptions')}
        required
        maxLength={600}
      />
    </QuickForm>
  )
}
