import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NoteEffect, PurchaseDocument } from '../../../api/model'
import { DateInput } from '../../../ui/dates/DateInput'
import { dateOf } from '../draft'
import { effectOf, effectsOf, modifiedKinds } from '../kinds'
import c from './NewPurchase.module.css'
import type { NewPurchaseState } from './useNewPurchase'

/** Asks for the document that a note changes, and what becomes of its goods. */
export function NoteHead({ work }: { work: NewPurchaseState }) {
  const { t } = useTranslation()
  const { draft, errors, changeField, today } = work
  const { modifies } = draft
  const set = (part: Partial<typeof modifies>) => changeField({ modifies: { ...modifies, ...part } })
  return (
    <section className={c.note} aria-label={t('purchases.changes')}>
      <Select
        label={t('purchases.changes')}
        allowDeselect={false}
        value={modifies.document}
        error={errors.modifies}
        data={modifiedKinds.map((value) => ({ value, label: t(`purchases.papers.${value}`) }))}
        onChange={(document) => set({ document: document as PurchaseDocument })}
      />
      <TextInput
        label={t('purchases.changedSerie')}
        data-at="modifies"
        autoComplete="off"
        maxLength={10}
        value={modifies.serie}
        onChange={(event) => set({ serie: event.currentTarget.value.toUpperCase() })}
      />
      <TextInput
        label={t('purchases.changedNumber')}
        autoComplete="off"
        maxLength={20}
        value={modifies.number}
        onChange={(event) => set({ number: event.currentTarget.value })}
      />
      <DateInput
        label={t('purchases.changedDate')}
        value={modifies.date}
        now={today}
        max={dateOf(draft, today)}
        error={errors['modifies.date']}
        onChange={(date) => set({ date })}
      />
      <Select
        label={t('purchases.effect')}
        allowDeselect={false}
        value={effectOf(draft)}
        error={errors.effect}
        data={effectsOf(draft.document).map((value) => ({ value, label: t(`purchases.effects.${value}`) }))}
        onChange={(effect) => changeField({ effect: effect as NoteEffect })}
      />
    </section>
  )
}
