import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { list, write } from '../../../api/client'
import type { FirstUse } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { settingsKeys } from '../../../data/settings/keys'
import { plateOf } from '../../../ui/dishes'
import { MoneyField, TextField } from '../../../ui/form/fields'
import { FormRow } from '../../../ui/form/Group'
import { SelectField } from '../../../ui/form/SelectField'
import { amount, centimos, inSmallLetters, searchKey } from '../../../ui/format'
import { Plate } from '../../../ui/Plate'
import c from './FirstUse.module.css'
import { StepForm } from './StepForm'

interface Named {
  id: number
  name: string
}

/** CAJA prints receipts: no dish leaves from there. */
const cashDesk = 'CAJA'

/** Makes the first dishes, each with its category and the area that makes it; both are made with the first one. */
export function ProductsStep({ facts }: { facts: FirstUse['facts'] }) {
  const { t } = useTranslation()
  const areas = useNames('/production-areas', 'areas').filter((area) => area.name !== cashDesk)
  const [, setParams] = useSearchParams()
  const categories = useNames('/categories', 'categories')
  return (
    <StepForm
      entity={{ name: t('products.entity') }}
      start={{
        name: '',
        category: categories[0]?.name ?? t('firstUse.products.categoryDefault'),
        area: t('firstUse.products.areaDefault'),
        sale_amount: '',
      }}
      again={() => ({ name: '', sale_amount: '' })}
      save={async ({ name, category, area, sale_amount }, key) => {
        const category_id =
          (await there('/categories', category)) ?? (await made('/categories', key, category))
        const production_area_id =
          (await there('/production-areas', area)) ?? (await made('/production-areas', key, area))
        return write('POST', '/products', key, { name, category_id, production_area_id, sale_amount })
      }}
      nameOf={(values) => values.name}
      stale={[catalogKeys.all, settingsKeys.firstUse]}
      action={t('firstUse.products.save')}
      // Adding another product stays here; else the next step opens.
      onSaved={(_, __, by) => setParams(by === 'another' ? { step: 'PRODUCTS' } : {}, { replace: true })}
      more={<MoreWays />}
      preview={({ name, sale_amount }) => <Preview name={name} price={sale_amount} count={facts.products} />}
    >
      <TextField
        name="name"
        label={t('firstUse.products.name')}
        placeholder={t('firstUse.products.namePlaceholder')}
        maxLength={80}
        required
      />
      <FormRow>
        <TextField name="category" label={t('firstUse.products.category')} maxLength={40} required />
        {areas.some((area) => area.name === t('firstUse.products.areaDefault')) ? (
          <SelectField
            name="area"
            label={t('firstUse.products.area')}
            options={areas.map((area) => ({ value: area.name, label: inSmallLetters(area.name) }))}
            required
          />
        ) : (
          <TextField name="area" label={t('firstUse.products.area')} maxLength={40} required />
        )}
        <MoneyField name="sale_amount" label={t('firstUse.products.price')} required />
      </FormRow>
    </StepForm>
  )
}

/** Adds another dish, or takes all of them from a file. */
function MoreWays() {
  const { t } = useTranslation()
  return (
    <>
      <Button
        type="submit"
        name="another"
        variant="default"
        size="lg"
        leftSection={<IconPlus size={20} stroke={2.2} aria-hidden="true" />}
      >
        {t('firstUse.products.another')}
      </Button>
      <Button
        component={Link}
        to="/products?import=1"
        variant="default"
        size="lg"
        leftSection={<IconFileSpreadsheet size={20} stroke={1.8} aria-hidden="true" />}
      >
        {t('firstUse.products.import')}
      </Button>
    </>
  )
}

interface PreviewProps {
  name: string
  price: string
  /** The number of dishes that there are already. */
  count: number
}

function Preview({ name, price, count }: PreviewProps) {
  const { t } = useTranslation()
  const shown = name || t('firstUse.products.namePlaceholder')
  return (
    <div className={c.preview}>
      {count > 0 ? <span>{t('firstUse.products.have', { count })}</span> : null}
      <div className={c.dish} aria-hidden="true">
        <b>{shown}</b>
        <Plate dish={plateOf({ name: shown, plate: '' })} size={98} />
        <strong>{amount(centimos(price || '0'))}</strong>
      </div>
      {t('firstUse.products.preview')}
    </div>
  )
}

type Path = '/categories' | '/production-areas'

function useNames(path: Path, word: string) {
  const found = useQuery({
    queryKey: catalogKeys.names(word),
    queryFn: ({ signal }) => list(path, { page: false }, signal),
  })
  return found.data?.rows ?? []
}

/** Finds the row of this name, whichever way it is written. */
async function there(path: Path, name: string) {
  const same = (each: Named) => searchKey(each.name) === searchKey(name)
  return (await list(path, { page: false })).rows.find(same)?.id
}

const made = async (path: Path, key: string, name: string) => (await write('POST', path, key, { name })).id
