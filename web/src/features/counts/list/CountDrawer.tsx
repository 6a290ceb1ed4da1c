import { SegmentedControl } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ItemKind, StockCount } from '../../../api/model'
import { uuid } from '../../../api/uuid'
import { optionsOf, useCategories } from '../../../data/catalog/selectOptions'
import { countKeys } from '../../../data/counts/keys'
import { ChipsField } from '../../../ui/form/ChipsField'
import { useField } from '../../../ui/form/context'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { TextField } from '../../../ui/form/fields'
import { FormGroup } from '../../../ui/form/Group'
import { createCount } from '../queries'

type Kind = ItemKind | 'ALL'
const kinds = ['SUPPLY', 'PRODUCT', 'ALL'] as const

/** Asks what to count and where; counting begins at once. */
export function CountDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const go = useNavigate()
  // The id stays the same however often the form is sent, so that one sheet is made.
  const client = useRef(uuid())
  const made = useRef<number>(undefined)
  const categories = {
    SUPPLY: optionsOf(useCategories('SUPPLY').data),
    PRODUCT: optionsOf(useCategories('PRODUCT').data),
    ALL: [],
  }
  return (
    <FormDrawer<{ kind: Kind; categories: number[]; place: string; name: string }, StockCount>
      title={t('counts.new')}
      entity={{ name: t('counts.entity') }}
      isNew
      action={t('counts.form.create')}
      start={{ kind: 'SUPPLY', categories: [], place: '', name: '' }}
      save={({ kind, categories: chosen, place, name }, key) =>
        createCount(key, {
          client_id: client.current,
          item_type: kind === 'ALL' ? undefined : kind,
          category_ids: chosen,
          place: place.trim(),
          name: name.trim(),
        })
      }
      nameOf={(values) => values.name || values.place}
      stale={[countKeys.all]}
      onSaved={(count) => {
        made.current = count.id
      }}
      onClose={() => {
        if (made.current) void go(`/inventory/counts/${made.current}`, { replace: true })
        else onClose()
      }}
    >
      {(form) => {
        const { kind } = form.getValues()
        return (
          <>
            <FormGroup title={t('counts.form.what')}>
              <KindField onChange={() => form.setFieldValue('categories', [])} />
              {kind === 'ALL' ? null : (
                <ChipsField<number>
                  name="categories"
                  label={t('counts.form.categories')}
                  description={t('counts.form.categoriesText')}
                  options={categories[kind]}
                />
              )}
            </FormGroup>
            <PlaceFields />
          </>
        )
      }}
    </FormDrawer>
  )
}

function PlaceFields() {
  const { t } = useTranslation()
  return (
    <FormGroup>
      <TextField
        name="place"
        label={t('counts.form.place')}
        description={t('counts.form.placeText')}
        maxLength={120}
      />
      <TextField
        name="name"
        label={t('counts.form.name')}
        description={t('counts.form.nameText')}
        maxLength={120}
      />
    </FormGroup>
  )
}

function KindField({ onChange }: { onChange: () => void }) {
  const { t } = useTranslation()
  const { value, set } = useField<Kind>('kind')
  return (
    <SegmentedControl
      size="md"
      fullWidth
      aria-label={t('counts.form.what')}
      value={value}
      onChange={(chosen) => {
        set(chosen as Kind)
        onChange()
      }}
      data={kinds.map((each) => ({ value: each, label: t(`counts.form.kinds.${each}`) }))}
    />
  )
}
