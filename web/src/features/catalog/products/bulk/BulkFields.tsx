import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { filterOptions, useAreas, useCategories } from '../../../../data/catalog/selectOptions'
import { house } from '../../../../session/house'
import { Chips } from '../../../../ui/Chips'
import { accepts, tidy } from '../../../../ui/form/decimals'
import { useAsTyped } from '../../../../ui/form/useAsTyped'
import { useDialogElement } from '../../../../ui/layers'
import c from './Bulk.module.css'
import type { Answers, PriceName, RoundingStep } from './bulk'

interface Props {
  answers: Answers
  onChange: (more: Partial<Answers>) => void
}

/** Asks what to change, and to which value. */
export function BulkFields(props: Props) {
  const { t } = useTranslation()
  const { answers, onChange } = props
  const categories = useCategories('PRODUCT')
  const areas = useAreas()
  const target = useDialogElement() ?? undefined
  const comboboxProps = { withinPortal: true, portalProps: { target }, shadow: 'md' as const }
  if (answers.what === 'price') return <PriceFields {...props} />
  if (answers.what === 'category')
    return (
      <Select
        label={t('bulk.whats.category')}
        placeholder={t('bulk.chooseCategory')}
        data={filterOptions(categories.data)}
        value={answers.category}
        onChange={(category) => onChange({ category })}
        allowDeselect={false}
        searchable
        comboboxProps={comboboxProps}
      />
    )
  if (answers.what === 'area')
    return (
      <Select
        label={t('bulk.whats.area')}
        placeholder={t('bulk.chooseArea')}
        data={[{ value: '', label: t('bulk.noArea') }, ...filterOptions(areas.data)]}
        value={answers.area}
        onChange={(area) => onChange({ area })}
        allowDeselect={false}
        searchable
        comboboxProps={comboboxProps}
      />
    )
  return (
    <SegmentedControl
      aria-label={t('bulk.whats.status')}
      fullWidth
      size="md"
      value={answers.status}
      onChange={(status) => onChange({ status: status as Answers['status'] })}
      data={(['ACTIVE', 'INACTIVE'] as const).map((value) => ({ value, label: t(`bulk.statuses.${value}`) }))}
    />
  )
}

const prices: PriceName[] = ['sale_amount', 'delivery_price', 'delivery_app_price']
const steps: RoundingStep[] = ['0.01', '0.10', '0.50']

function PriceFields({ answers, onChange }: Props) {
  const { t } = useTranslation()
  const named = (price: PriceName) => t(`bulk.fields.${price}`)
  const amount = useAsTyped(answers.amount, 3)
  const percent = useAsTyped(answers.percent, 2)
  const by = answers.how === 'set' ? 'set' : answers.up ? 'up' : 'down'
  return (
    <>
      <SegmentedControl
        aria-label={t('bulk.how')}
        fullWidth
        size="md"
        value={by}
        onChange={(chosen) => onChange({ how: chosen === 'set' ? 'set' : 'percent', up: chosen !== 'down' })}
        data={(['up', 'down', 'set'] as const).map((value) => ({ value, label: t(`bulk.hows.${value}`) }))}
      />
      {answers.how === 'set' ? (
        <TextInput
          label={t('bulk.amount')}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          leftSection={house().currency_symbol}
          data-autofocus
          value={amount.shown}
          onChange={(event) => {
            const text = amount.read(event.currentTarget.value)
            if (accepts(text, 3)) onChange({ amount: text })
          }}
          onBlur={() => onChange({ amount: tidy(answers.amount, 2) })}
        />
      ) : (
        <TextInput
          label={t(answers.up ? 'bulk.percentUp' : 'bulk.percentDown')}
          inputMode="decimal"
          autoComplete="off"
          placeholder="10"
          rightSection="%"
          data-autofocus
          value={percent.shown}
          onChange={(event) => {
            const text = percent.read(event.currentTarget.value)
            if (accepts(text, 2)) onChange({ percent: text })
          }}
        />
      )}
      <div className={c.field}>
        <p aria-hidden="true">{t('bulk.which')}</p>
        <Chips
          label={t('bulk.which')}
          options={prices.map(named)}
          chosen={answers.prices.map(named)}
          onToggle={(label) => {
            const price = prices.find((each) => named(each) === label)
            if (!price) return
            const on = answers.prices.includes(price)
            onChange({
              prices: on ? answers.prices.filter((each) => each !== price) : [...answers.prices, price],
            })
          }}
        />
      </div>
      {answers.how === 'percent' ? (
        <div className={c.field}>
          <p aria-hidden="true">{t('bulk.round')}</p>
          <SegmentedControl
            aria-label={t('bulk.round')}
            fullWidth
            size="md"
            value={answers.step}
            onChange={(step) => onChange({ step: step as RoundingStep })}
            data={steps.map((value) => ({ value, label: `${house().currency_symbol} ${value}` }))}
          />
        </div>
      ) : null}
    </>
  )
}
