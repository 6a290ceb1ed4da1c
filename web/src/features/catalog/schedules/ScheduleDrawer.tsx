import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { Schedule } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { optionsOf, useCategories } from '../../../data/catalog/selectOptions'
import { ChipsField } from '../../../ui/form/ChipsField'
import { useField } from '../../../ui/form/context'
import { DateField, TimeField } from '../../../ui/form/DateField'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { QuantityField, StatusField, SwitchField, TextField } from '../../../ui/form/fields'
import { FormGroup, FormRow } from '../../../ui/form/Group'
import { ProductsField } from './ProductsField'
import c from './Schedules.module.css'
import { channels, scheduleBody, scheduleFormValues, weekdays } from './scheduleForm'

interface Props {
  /** The schedule to edit; null makes a new one. */
  schedule: Schedule | null
  onClose: () => void
}

export function ScheduleDrawer({ schedule, onClose }: Props) {
  const { t } = useTranslation()
  const categories = useCategories('PRODUCT').data
  return (
    <FormDrawer
      title={schedule ? t('schedules.edit') : t('schedules.new')}
      note={schedule?.preview}
      entity={{ name: t('schedules.entity') }}
      isNew={schedule === null}
      start={scheduleFormValues(schedule)}
      save={(values, key) =>
        schedule
          ? write('PUT', `/schedules/${schedule.id}`, key, scheduleBody(values))
          : write('POST', '/schedules', key, scheduleBody(values))
      }
      nameOf={(values) => values.name}
      stale={[catalogKeys.schedules, catalogKeys.sale]}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormGroup>
            <TextField
              name="name"
              label={t('schedules.name')}
              placeholder={t('schedules.example')}
              required
              maxLength={60}
            />
          </FormGroup>
          <FormGroup title={t('schedules.when')}>
            <ChipsField
              name="days"
              label={t('schedules.days')}
              options={weekdays.map((value) => ({ value, label: t(`schedules.dayNames.${value}`) }))}
            />
            <FormRow>
              <TimeField name="from" label={t('schedules.from')} required />
              <TimeField name="until" label={t('schedules.until')} required />
            </FormRow>
            <p className={c.hint}>{t('schedules.untilText')}</p>
            <FormRow>
              <DateField name="valid_from" label={t('schedules.validFrom')} />
              <DateField name="valid_until" label={t('schedules.validUntil')} />
            </FormRow>
            <ChipsField
              name="channels"
              label={t('schedules.channels')}
              description={t('schedules.channelsText')}
              options={channels.map((value) => ({ value, label: t(`schedules.channelNames.${value}`) }))}
            />
          </FormGroup>
          <FormGroup title={t('schedules.what')}>
            <ChipsField
              name="category_ids"
              label={t('schedules.categories')}
              options={optionsOf(categories)}
            />
            <ProductsField />
          </FormGroup>
          <FormGroup title={t('schedules.effect')}>
            <SwitchField
              name="limits_sale"
              label={t('schedules.limits')}
              description={t('schedules.limitsText')}
            />
            <ChangeField />
            {form.getValues().change === 'none' ? null : (
              <QuantityField name="percent" label={t('schedules.percent')} decimals={2} unit="%" required />
            )}
            <p className={c.hint}>{t('schedules.lowest')}</p>
          </FormGroup>
          <FormGroup>
            <StatusField label={t('schedules.active')} description={t('schedules.activeText')} />
          </FormGroup>
        </>
      )}
    </FormDrawer>
  )
}

function ChangeField() {
  const { t } = useTranslation()
  const { value, set } = useField<string>('change')
  return (
    <div>
      <p className={c.label} aria-hidden="true">
        {t('schedules.change')}
      </p>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t('schedules.change')}
        value={value}
        onChange={set}
        data={(['none', 'less', 'more'] as const).map((each) => ({
          value: each,
          label: t(`schedules.changes.${each}`),
        }))}
      />
    </div>
  )
}
