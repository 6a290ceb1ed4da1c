import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { ChoiceGroup } from '../../../api/model'
import { choiceKeys } from '../../../data/catalog/choiceKeys'
import { ruleOf } from '../../../data/catalog/choiceRule'
import { catalogKeys } from '../../../data/catalog/keys'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { QuantityField, TextField } from '../../../ui/form/fields'
import { FormGroup } from '../../../ui/form/Group'
import c from './Choices.module.css'
import { type GroupValues, groupBody, groupFormValues, includesSome, isPossible } from './groupForm'
import { OptionsField } from './OptionsField'

interface Props {
  /** The group to edit; null makes a new one. */
  group: ChoiceGroup | null
  onClose: () => void
}

/** Edits a group of options: how many are chosen and are included, and its options in their order. */
export function ChoiceGroupDrawer({ group, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDrawer
      title={group ? t('choiceGroups.edit') : t('choiceGroups.new')}
      entity={{ name: t('choiceGroups.entity') }}
      isNew={group === null}
      start={groupFormValues(group)}
      save={(values: GroupValues, key) =>
        group
          ? write('PUT', `/choice-groups/${group.id}`, key, groupBody(values))
          : write('POST', '/choice-groups', key, groupBody(values))
      }
      nameOf={(values) => values.name}
      stale={[choiceKeys.groups, catalogKeys.toppings, catalogKeys.sale]}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormGroup>
            <TextField
              name="name"
              label={t('choiceGroups.name')}
              description={t('choiceGroups.nameText')}
              required
              maxLength={60}
            />
            <div className={c.counts}>
              <QuantityField name="minimum" label={t('choiceGroups.minimum')} decimals={0} />
              <QuantityField name="maximum" label={t('choiceGroups.maximum')} decimals={0} />
              <QuantityField name="free" label={t('choiceGroups.free')} decimals={0} />
            </div>
            {isPossible(form.getValues()) ? (
              <p className={c.rule}>
                {t('choiceGroups.reads')} <b>{ruleOf(groupBody(form.getValues()))}</b>
                {includesSome(form.getValues()) ? <span>{t('choiceGroups.freeText')}</span> : null}
              </p>
            ) : null}
          </FormGroup>
          <FormGroup title={t('choiceGroups.options')}>
            <OptionsField own={group?.id ?? null} />
          </FormGroup>
        </>
      )}
    </FormDrawer>
  )
}
