import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed, Loading } from '../../ui/LoadState'
import { Card, OfficePage } from '../../ui/OfficePage'
import c from './AdvancedScreen.module.css'
import { DeleteDialog } from './DeleteDialog'
import { type Deleted, type Section, useAdvancedOptions } from './queries'
import { SectionCard } from './SectionCard'

/** Deletes in bulk: each kind says what it would take, what stands in its way, and where its backup went. */
export function AdvancedScreen() {
  const { t } = useTranslation()
  const options = useAdvancedOptions()
  const [asked, setAsked] = useState<Section | null>(null)
  const [done, setDone] = useState<Partial<Record<Section['kind'], Deleted>>>({})
  return (
    <OfficePage title={t('advanced.title')} summary={t('advanced.summary')}>
      {options.data ? (
        <div className={c.sections}>
          {options.data.sections.map((section) => (
            <SectionCard
              key={section.kind}
              section={section}
              done={done[section.kind]}
              onDelete={() => setAsked(section)}
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
          section={asked}
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
