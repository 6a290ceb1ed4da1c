import { Button, Checkbox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attribute } from '../../../api/model'
import { useField } from '../../../ui/form/context'
import { MoneyField } from '../../../ui/form/fields'
import { BarcodeField } from './BarcodeField'
import c from './Products.module.css'
import { useAttributes } from './queries'
import { attributesOffered, combinations, type OfferedVariants } from './variants'

/** Chooses the options that a product offers, and what each adds to its price. */
export function VariantsField({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation()
  const { value, error, set } = useField<OfferedVariants>('variants')
  const attributes = useAttributes()
  const offer = (id: string, on: boolean) => {
    const { [id]: gone, ...others } = value.adds
    set({ ...value, adds: on ? { ...value.adds, [id]: gone ?? '0.00' } : others })
  }
  return (
    <section className={c.inset} aria-label={t('products.variants')}>
      <p className={c.label}>{t('products.variantsText')}</p>
      {attributes.data?.length === 0 ? <p className={c.none}>{t('products.noAttributes')}</p> : null}
      {attributes.data?.map((attribute) => (
        <div key={attribute.id} className={c.attribute}>
          <h3>{attribute.name}</h3>
          {attribute.options.map((option) => (
            <div key={option.id} className={c.option}>
              <Checkbox
                label={option.name}
                checked={String(option.id) in value.adds}
                onChange={(event) => offer(String(option.id), event.currentTarget.checked)}
              />
              {String(option.id) in value.adds ? (
                <MoneyField
                  name={`variants.adds.${option.id}`}
                  label={t('products.adds', { option: option.name })}
                  decimals={3}
                  bare
                />
              ) : null}
            </div>
          ))}
        </div>
      ))}
      {attributesOffered(value.adds, attributes.data ?? []) > 1 ? (
        <Together value={value} set={set} attributes={attributes.data ?? []} />
      ) : null}
      {Object.keys(value.adds).length > 0 ? (
        <Barcodes value={value} attributes={attributes.data ?? []} />
      ) : null}
      {error ? (
        <p className={c.error} role="alert">
          {error}
        </p>
      ) : null}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} stroke={2} aria-hidden="true" />}
        onClick={onCreate}
      >
        {t('attributes.new')}
      </Button>
    </section>
  )
}

/** The barcode of each combination: a bottle of half a litre has another code than one of two. */
function Barcodes({ value, attributes }: Omit<TogetherProps, 'set'>) {
  const { t } = useTranslation()
  const offered = combinations(value.adds, attributes).filter(({ key }) => !value.without.includes(key))
  const [open] = useState(Object.keys(value.barcodes).length > 0)
  return (
    <details className={c.together} open={open || undefined}>
      <summary>{t('products.variantBarcodes')}</summary>
      <div className={c.codes}>
        {offered.map(({ key, name }) => (
          <BarcodeField
            key={key}
            name={`variants.barcodes.${key}`}
            label={t('products.barcodeOf', { name })}
          />
        ))}
      </div>
    </details>
  )
}

interface TogetherProps {
  value: OfferedVariants
  set: (value: OfferedVariants) => void
  attributes: readonly Attribute[]
}

/** Edits the combinations: which are not offered, and which add another price than their options do. */
function Together({ value, set, attributes }: TogetherProps) {
  const { t } = useTranslation()
  const all = combinations(value.adds, attributes)
  const offered = all.filter(({ key }) => !value.without.includes(key))
  const special = offered.length < all.length || Object.values(value.together).some(Boolean)
  const offer = (key: string, on: boolean) => {
    const others = value.without.filter((each) => each !== key)
    set({ ...value, without: on ? others : [...others, key] })
  }
  return (
    <details className={c.together} open={special || undefined}>
      <summary>{t('products.together', { count: offered.length })}</summary>
      <p className={c.none}>{t('products.togetherText')}</p>
      {all.map(({ key, name, sum }) => (
        <div key={key} className={c.option}>
          <Checkbox
            label={name}
            checked={!value.without.includes(key)}
            onChange={(event) => offer(key, event.currentTarget.checked)}
          />
          {value.without.includes(key) ? null : (
            <MoneyField
              name={`variants.together.${key}`}
              label={t('products.adds', { option: name })}
              placeholder={sum}
              decimals={3}
              bare
            />
          )}
        </div>
      ))}
    </details>
  )
}
