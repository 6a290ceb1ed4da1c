import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allergenOptions, dishMarks } from '../../../data/catalog/allergens'
import '../../../i18n/allergy'
import { ChipsField } from '../../../ui/form/ChipsField'
import { useField } from '../../../ui/form/context'
import { TextField } from '../../../ui/form/fields'
import { FormGroup } from '../../../ui/form/Group'
import c from './DishFacts.module.css'

/** Edits what a guest may have to know of a dish: what it contains, its signs, and its texts in other languages. */
export function DishFacts() {
  const { t } = useTranslation()
  return (
    <FormGroup>
      <ChipsField
        name="allergens"
        label={t('products.allergens')}
        description={t('products.allergensText')}
        options={allergenOptions(t)}
      />
      <ChipsField
        name="marks"
        label={t('products.marks')}
        options={dishMarks.map((value) => ({ value, label: t(`products.markNames.${value}`) }))}
      />
      <OtherLanguages />
    </FormGroup>
  )
}

const languages = ['en', 'pt'] as const
const mostLetters = { name: 80, description: 500 }

/** The texts for guests from elsewhere, folded until one of them is wrong; seldom needed, they are drawn when first unfolded. */
function OtherLanguages() {
  const { t } = useTranslation()
  const [isDrawn, setDrawn] = useState(false)
  const errors = [
    useField<string>('name_en').error,
    useField<string>('name_pt').error,
    useField<string>('description_en').error,
    useField<string>('description_pt').error,
  ]
  return (
    <details
      className={c.languages}
      open={errors.some(Boolean) || undefined}
      onToggle={(event) => event.currentTarget.open && setDrawn(true)}
    >
      <summary>{t('products.languages')}</summary>
      <p>{t('products.languagesText')}</p>
      {(isDrawn ? languages : []).map((language) => (
        <div key={language} className={c.language}>
          <TextField
            name={`name_${language}`}
            label={t(`products.nameIn.${language}`)}
            maxLength={mostLetters.name}
          />
          <TextField
            name={`description_${language}`}
            label={t(`products.descriptionIn.${language}`)}
            lines={2}
            maxLength={mostLetters.description}
          />
        </div>
      ))}
    </details>
  )
}
