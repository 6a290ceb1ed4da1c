import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useField } from '../../../ui/form/context'
import { MoneyField } from '../../../ui/form/fields'
import c from './Products.module.css'
import { useAttributes } from './queries'
import type { Offered } from './variants'

/** Which options a product offers, and what each adds to its price. */
export function VariantsField() {
  const { t } = useTranslation()
  const { value, error, set } = useField<Offered>('variants')
  const attributes = useAttributes()
  const offer = (id: string, on: boolean) => {
    const { [id]: gone, ...others } = value
    set(on ? { ...value, [id]: gone ?? '0.00' } : others)
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
                checked={String(option.id) in value}
                onChange={(event) => offer(String(option.id), event.currentTarget.checked)}
              />
              {String(option.id) in value ? (
                <MoneyField
                  name={`variants.${option.id}`}
                  label={t('products.adds', { option: option.name })}
                  decimals={3}
                  bare
                />
              ) : null}
            </div>
          ))}
        </div>
      ))}
      {error ? (
        <p className={c.error} role="alert">
          {error}
        </p>
      ) : null}
    </section>
  )
}
