import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { list, write } from '../../../api/client'
import type { FirstUse } from '../../../api/model'
import { floorKeys } from '../../../data/floor/keys'
import { settingsKeys } from '../../../data/settings/keys'
import { QuantityField, TextField } from '../../../ui/form/fields'
import { FormRow } from '../../../ui/form/Group'
import c from './FirstUse.module.css'
import { StepForm } from './StepForm'

const mostTables = 60

/** Makes a room and a number of tables from one on; their places come later. */
export function FloorStep({ facts }: { facts: FirstUse['facts'] }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<{ n: number; of: number } | null>(null)
  const salons = useQuery({
    queryKey: floorKeys.salons(),
    queryFn: ({ signal }) => list('/salons', { page: false }, signal),
  })
  return (
    <StepForm
      entity={{ name: t('firstUse.steps.FLOOR.title'), done: t('firstUse.floor.done') }}
      start={{ name: facts.salon_name ?? t('firstUse.floor.salonDefault'), count: '8', seats: '4' }}
      save={async ({ name, count, seats }, key) => {
        const there = salons.data?.rows.find((each) => each.name === name.trim())
        const salon = there ?? (await write('POST', '/salons', key, { name }))
        const of = Math.min(Math.max(Number(count) || 0, 1), mostTables)
        // Tables are made one after the other: each finds its place among those that stand already.
        for (let n = 1; n <= of; n++) {
          setMade({ n, of })
          const table = { salon_id: salon.id, name: String(facts.tables + n), seats: Number(seats) || 4 }
          await write('POST', '/tables', keyOf(key, n), table)
        }
        return salon
      }}
      stale={[floorKeys.all, settingsKeys.firstUse]}
      action={made ? t('firstUse.floor.busy', made) : t('firstUse.floor.save')}
      preview={({ count }) => (
        <div className={c.preview}>
          <div className={c.tables} aria-hidden="true">
            {Array.from({ length: Math.min(Number(count) || 0, 12) }, (_, at) => (
              <span key={at}>{facts.tables + at + 1}</span>
            ))}
          </div>
          {t('firstUse.floor.preview')}
        </div>
      )}
    >
      <TextField name="name" label={t('firstUse.floor.salon')} maxLength={40} required />
      <FormRow>
        <QuantityField name="count" label={t('firstUse.floor.tables')} decimals={0} />
        <QuantityField name="seats" label={t('firstUse.floor.seats')} decimals={0} />
      </FormRow>
    </StepForm>
  )
}

/** Each table has an idempotency key of its own, the same on every attempt, so that none is made twice. */
const keyOf = (key: string, n: number) => key.slice(0, -4) + n.toString(16).padStart(4, '0')
