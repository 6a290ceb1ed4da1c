import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { IconArrowLeft, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import { fieldErrors } from '../../../api/errors'
import type { Promotion } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { paymentKeys } from '../../../data/payments/keys'
import { promotionKeys } from '../../../data/promotions/keys'
import { Cross } from '../../../ui/Cross'
import { DateInput } from '../../../ui/dates/DateInput'
import { ServerForm } from '../../../ui/form/ServerForm'
import { dayText } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { Failed, Loading } from '../../../ui/LoadState'
import { TypedDialog } from '../../../ui/TypedDialog'
import { useLeave, useTyped } from '../../../ui/typed'
import { useWrite } from '../../../ui/useWrite'
import { usePhone } from '../../../ui/viewport'
import c from './PromotionsDialog.module.css'

type Draft = Pick<Promotion, 'name' | 'text' | 'status'> & {
  id?: number
  valid_from: string | null
  valid_until: string | null
}
const blank: Draft = { name: '', text: '', status: 'ACTIVE', valid_from: null, valid_until: null }

/** Shows the promotions: a list, and the form of one of them. */
export default function PromotionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [draft, setDraft] = useState<Draft | null>(null)
  return (
    <TypedDialog label={t('promotions.title')} onClose={onClose} shape={phone ? 'sheet' : 'center'}>
      <div className={c.box}>
        <header className={c.head}>
          {draft ? <Back onBack={() => setDraft(null)} /> : null}
          <h2>{draft ? t(draft.id ? 'promotions.edit' : 'promotions.add') : t('promotions.title')}</h2>
          <Cross onClose={onClose} />
        </header>
        {draft ? (
          <Form key={draft.id ?? 0} start={draft} onDone={() => setDraft(null)} />
        ) : (
          <All onOpen={setDraft} />
        )}
      </div>
    </TypedDialog>
  )
}

/** Goes back to the list; typed text is asked about first. */
function Back({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const leave = useLeave()
  return (
    <IconButton label={t('promotions.back')} onClick={() => leave(onBack)}>
      <IconArrowLeft size={22} aria-hidden="true" />
    </IconButton>
  )
}

function All({ onOpen }: { onOpen: (draft: Draft) => void }) {
  const { t } = useTranslation()
  const all = useQuery({
    queryKey: promotionKeys.all,
    queryFn: ({ signal }) => list('/promotions', { page: 'false' }, signal),
  })
  if (all.error)
    return <Failed title={t('promotions.loadFailed')} error={all.error} onRetry={() => void all.refetch()} />
  if (!all.data) return <Loading label={t('promotions.title')} rows={3} height={64} />
  return (
    <>
      {all.data.rows.length === 0 ? <p className={c.hint}>{t('promotions.none')}</p> : null}
      <ul className={c.list}>
        {all.data.rows.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              className={c.row}
              onClick={() =>
                onOpen({
                  ...each,
                  valid_from: each.valid_from ?? null,
                  valid_until: each.valid_until ?? null,
                })
              }
            >
              <b>{each.name}</b>
              <span>{validity(each, t)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Button
        className={c.go}
        leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />}
        onClick={() => onOpen(blank)}
      >
        {t('promotions.add')}
      </Button>
    </>
  )
}

function validity(each: Promotion, t: TFunction): string {
  if (each.status !== 'ACTIVE') return t('promotions.off')
  if (each.valid_until) return t('promotions.until', { day: dayText(each.valid_until) })
  return each.valid_from ? t('promotions.from', { day: dayText(each.valid_from) }) : t('promotions.always')
}

function Form({ start, onDone }: { start: Draft; onDone: () => void }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(start)
  useTyped(draft)
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const done = () => {
    void queryClient.invalidateQueries({ queryKey: promotionKeys.all })
    void queryClient.invalidateQueries({ queryKey: paymentKeys.config })
    onDone()
  }
  const save = useWrite(
    ({ id, ...body }: Draft, key) =>
      id ? write('PUT', `/promotions/${id}`, key, body) : write('POST', '/promotions', key, body),
    // The error of a field stands at the field.
    { onSuccess: done, onError: (error) => Object.keys(fieldErrors(error)).length > 0 },
  )
  const remove = useWrite((id: number, key) => write('DELETE', `/promotions/${id}`, key), {
    failed: t('promotions.deleteFailed'),
    onSuccess: done,
  })
  const errors = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(draft)
  }
  return (
    <ServerForm className={c.form} onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('promotions.name')}
        required
        maxLength={60}
        value={draft.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        label={t('promotions.text')}
        description={t('promotions.textHint')}
        required
        rows={5}
        maxLength={600}
        value={draft.text}
        error={errors.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <div className={c.days}>
        <DateInput
          label={t('promotions.validFrom')}
          value={draft.valid_from}
          error={errors.valid_from}
          onChange={(day) => change({ valid_from: day })}
        />
        <DateInput
          label={t('promotions.validUntil')}
          value={draft.valid_until}
          error={errors.valid_until}
          onChange={(day) => change({ valid_until: day })}
        />
      </div>
      <Switch
        size="md"
        label={t('promotions.active')}
        checked={draft.status === 'ACTIVE'}
        onChange={(event) => change({ status: event.currentTarget.checked ? 'ACTIVE' : 'INACTIVE' })}
      />
      <div className={c.actions}>
        {draft.id ? (
          <Button
            variant="default"
            loading={remove.isPending}
            leftSection={<IconTrash size={20} stroke={1.8} aria-hidden="true" />}
            onClick={() => draft.id && remove.mutate(draft.id)}
          >
            {t('promotions.delete')}
          </Button>
        ) : null}
        <Button type="submit" loading={save.isPending}>
          {t('promotions.save')}
        </Button>
      </div>
    </ServerForm>
  )
}
