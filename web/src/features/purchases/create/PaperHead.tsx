import { Select, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PurchaseDocument } from '../../../api/model'
import { DateInput } from '../../../ui/dates/DateInput'
import { TimeInput } from '../../../ui/dates/TimeInput'
import { plusDays } from '../../../ui/zone'
import { dateOf, type PurchaseDraft } from '../draft'
import { documentOf, paperKinds } from '../kinds'
import c from './NewPurchase.module.css'
import { ProviderField } from './ProviderField'
import type { NewPurchaseState } from './useNewPurchase'

/** Asks for the provider, the number and the day of the document, in one line. */
export function PaperHead({ work }: { work: NewPurchaseState }) {
  const { t } = useTranslation()
  const twinText = useId()
  const { draft, errors, changeField, go, today, twin } = work
  return (
    <div className={c.paper}>
      <div className={c.provider}>
        <ProviderField
          label={t('purchases.provider')}
          at="provider"
          creates
          value={draft.provider}
          error={errors.provider_id}
          onChange={(provider) => changeField({ provider })}
          onDone={() => go(draft.serie ? 'search' : 'serie')}
        />
      </div>
      <Select
        label={t('purchases.document')}
        allowDeselect={false}
        value={draft.document}
        error={errors.document}
        data={paperKinds.map((value) => ({ value, label: t(`purchases.papers.${value}`) }))}
        onChange={(document) => changeField({ document: document as PurchaseDocument })}
      />
      <PaperNumber
        draft={draft}
        errors={errors}
        twinText={twin ? twinText : undefined}
        onChange={changeField}
        onGo={go}
      />
      <DateInput
        label={t('purchases.date')}
        value={dateOf(draft, today)}
        now={today}
        max={today}
        min={plusDays(today, -3 * 365)}
        always
        error={errors.date}
        onChange={(date) => changeField({ date: date === today ? null : date })}
      />
      <TimeInput
        label={t('purchases.time')}
        value={draft.time}
        error={errors.time}
        onChange={(time) => changeField({ time })}
      />
      {twin ? (
        <p id={twinText} className={c.twin} role="alert">
          {errors.number} <Link to={`/purchase/detail/${twin.id}`}>{t('purchases.seeTwin')}</Link>
        </p>
      ) : null}
    </div>
  )
}

interface NumberProps {
  draft: Pick<PurchaseDraft, 'serie' | 'number' | 'document'>
  errors: Record<string, string>
  /** The id of the text about the purchase that was recorded from this document before. */
  twinText: string | undefined
  onChange: (part: Partial<PurchaseDraft>) => void
  /** It moves the focus to the field of this name. */
  onGo: (field: string) => void
}

/** The two parts of the document's number; a serie also tells the kind of the document. */
function PaperNumber({ draft, errors, twinText, onChange, onGo }: NumberProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('purchases.serie')}
        data-at="serie"
        autoComplete="off"
        maxLength={10}
        value={draft.serie}
        error={errors.serie}
        onChange={(event) => {
          const serie = event.currentTarget.value.toUpperCase()
          onChange({ serie, document: documentOf(serie, draft.document) })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onGo('number')
        }}
      />
      <TextInput
        label={t('purchases.number')}
        data-at="number"
        autoComplete="off"
        maxLength={20}
        value={draft.number}
        // The sentence about the other purchase needs the whole line.
        error={twinText ? true : errors.number}
        aria-describedby={twinText}
        onChange={(event) => onChange({ number: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onGo('search')
        }}
      />
    </>
  )
}
