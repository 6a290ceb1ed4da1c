import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { Purchase } from '../../../api/model'
import { purchaseKeys } from '../../../data/purchases/keys'
import { reportKeys } from '../../../data/reports/keys'
import { monthText } from '../../../ui/dates/months'
import { useField } from '../../../ui/form/context'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { TextField } from '../../../ui/form/fields'
import { FormRow } from '../../../ui/form/Group'
import { SelectField } from '../../../ui/form/SelectField'
import { ProviderField } from '../create/ProviderField'
import type { DraftProvider } from '../draft'
import { correctedKinds } from '../kinds'
import { usePaperRules } from '../queries'

/** Corrects what was copied wrong from the document; for items, amounts and date the purchase is voided and recorded again. */
export function PaperDrawer({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const { t } = useTranslation()
  const open = usePaperRules(purchase.date, purchase.document).data?.periods ?? []
  const periods = open.includes(purchase.period) ? open : [purchase.period]
  return (
    <FormDrawer
      title={t('purchases.correctTitle')}
      note={t('purchases.correctText')}
      entity={{ name: t('purchases.one'), feminine: true }}
      isNew={false}
      start={{
        provider_id: purchase.provider_id,
        document: purchase.document,
        serie: purchase.serie,
        number: purchase.number,
        period: purchase.period,
        note: purchase.note,
      }}
      save={(_, key, changed) => write('PUT', `/purchase/${purchase.id}`, key, changed)}
      nameOf={(values) => [values.serie, values.number].filter(Boolean).join('-')}
      stale={[purchaseKeys.all, reportKeys.purchaseRegisters]}
      onClose={onClose}
    >
      <Provider
        start={{
          id: purchase.provider_id,
          name: purchase.provider_name,
          document: purchase.provider_document,
        }}
      />
      <SelectField
        name="document"
        label={t('purchases.document')}
        options={correctedKinds(purchase.document).map((value) => ({
          value,
          label: t(`purchases.papers.${value}`),
        }))}
      />
      <FormRow>
        <TextField name="serie" label={t('purchases.serie')} maxLength={10} />
        <TextField name="number" label={t('purchases.number')} maxLength={20} />
      </FormRow>
      {periods.length > 1 ? (
        <SelectField
          name="period"
          label={t('purchases.writtenIn')}
          options={periods.map((value) => ({ value, label: monthText(value) }))}
        />
      ) : null}
      <TextField name="note" label={t('purchases.note')} lines={3} maxLength={500} />
    </FormDrawer>
  )
}

function Provider({ start }: { start: DraftProvider }) {
  const { t } = useTranslation()
  const { error, set } = useField<number>('provider_id')
  const [chosen, setChosen] = useState(start)
  return (
    <ProviderField
      label={t('purchases.provider')}
      value={chosen}
      error={error}
      onChange={(next) => {
        if (!next) return
        setChosen(next)
        set(next.id)
      }}
    />
  )
}
