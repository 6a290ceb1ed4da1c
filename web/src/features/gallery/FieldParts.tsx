import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChipsField } from '../../ui/form/ChipsField'
import { FormContext } from '../../ui/form/context'
import { DateField } from '../../ui/form/DateField'
import { MoneyField, QuantityField, SwitchField, TextField } from '../../ui/form/fields'
import { FormRow } from '../../ui/form/Group'
import { ImageField } from '../../ui/form/ImageField'
import { SelectField } from '../../ui/form/SelectField'
import c from './GalleryScreen.module.css'
import { Section } from './Section'

const areas = ['Cocina', 'Parrilla', 'Bar']

/** Shows all fields of a form: filled, wrong, and switched off. */
export function FieldParts() {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: {
      text: 'Lomo saltado',
      wrong: 'Yape',
      lots: '',
      money: '38.00',
      quantity: '0.250',
      day: '2026-11-21',
      area: 1,
      areas: [1, 2],
      on: true,
      image: null,
      off: '',
    },
    initialErrors: { wrong: t('gallery.wrongText') },
  })
  const [fields] = useState(() => new Set<string>())
  const options = areas.map((label, at) => ({ value: at + 1, label }))
  return (
    <Section title={t('gallery.fields')}>
      <FormContext value={{ form, fields }}>
        <div className={c.columns}>
          <div>
            <TextField name="text" label={t('gallery.text')} description={t('gallery.textHint')} required />
            <TextField name="wrong" label={t('gallery.wrong')} />
            <TextField name="lots" label={t('gallery.lots')} lines={3} />
            <TextField name="off" label={t('gallery.off')} disabled />
          </div>
          <div>
            <FormRow>
              <MoneyField name="money" label={t('gallery.money')} />
              <QuantityField name="quantity" label={t('gallery.quantity')} unit="kg" />
              <DateField name="day" label={t('gallery.day')} />
            </FormRow>
            <SelectField name="area" label={t('gallery.select')} options={options} />
            <ChipsField name="areas" label={t('gallery.chips')} options={options} />
            <SwitchField name="on" label={t('gallery.switch')} description={t('gallery.switchText')} />
            <ImageField name="image" label={t('gallery.image')} />
          </div>
        </div>
      </FormContext>
    </Section>
  )
}
