import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed, Loading } from '../../ui/LoadState'
import { Card, OfficePage } from '../../ui/OfficePage'
import c from './AdvancedScreen.module.css'
import { DeleteDialog } from './DeleteDialog'
import { DeletionCard } from './DeletionCard'
import { type DeletableRows, type Deleted, useAdvancedOptions } from './queries'

/** Deletes in bulk: each kind says what it would take, what stands in its way, and where its backup went. */
export default function AdvancedScreen() {
  const { t } = useTranslation()
  const options = useAdvancedOptions()
  const [asked, setAsked] = useState<DeletableRows | null>(null)
  const [done, setDone] = useState<Partial<Record<DeletableRows['kind'], Deleted>>>({})
  return (
    <OfficePage title={t('advanced.title')} summary={t('advanced.summary')}>
      {options.data ? (
        <div className={c.sections}>
          {options.data.sections.map((deletion) => (
            <DeletionCard
              key={deletion.kind}
              deletion={deletion}
              done={done[deletion.kind]}
              onDelete={() => setAsked(deletion)}
            />
          ))}
          <p className={c.kept}>{t('advanced.kept')}</p>
        </div>
      ) : options.isError ? (
        <Card>
          <Failed title={t('advanced.failed')} error={options.error} onRetry={() => void options.refetch()} />
        </Card>
      ) : (
        <Loading label={t('advanced.loading')} rows={4} height={132} />
      )}
      {asked && options.data ? (
        <DeleteDialog
          deletion={asked}
          word={options.data.word}
          onClose={() => setAsked(null)}
          onDone={(deleted) => {
            setDone((before) => ({ ...before, [asked.kind]: deleted }))
            setAsked(null)
          }}
        />
      ) : null}
    </OfficePage>
  )
}
