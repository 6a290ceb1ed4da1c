import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { settingsKeys } from '../../data/settings/keys'
import { useConfigurations } from '../../data/settings/queries'
import { FormCard } from '../../ui/form/FormCard'
import { SwitchField } from '../../ui/form/fields'

const offered = [
  ['SERVER', 'server'],
  ['PRINTER_TYPE', 'printerType'],
] as const

/** Chooses which print agents get a waiter's jobs, and the usual type of a new printer. */
export function PrintingCard() {
  const { t } = useTranslation()
  const rows = useConfigurations().data?.rows ?? []
  const shown = offered.flatMap(([name, words]) => {
    const row = rows.find((each) => each.key === name)
    return row ? [{ name, words, row }] : []
  })
  if (shown.length === 0) return null
  const start: Record<string, boolean> = Object.fromEntries(
    shown.map(({ name, row }) => [name, row.value === '1']),
  )
  return (
    <FormCard
      key={JSON.stringify(start)}
      title={t('global.printing')}
      note={t('global.printingText')}
      entity={{ name: t('global.entity'), done: t('global.saved') }}
      start={start}
      save={async (_, key, changed) => {
        for (const { name, row } of shown) {
          if (changed[name] === undefined) continue
          await write('PUT', `/configurations/${row.id}`, key, { value: changed[name] ? '1' : '0' })
        }
      }}
      stale={[settingsKeys.configurations]}
    >
      {shown.map(({ name, words }) => (
        <SwitchField
          key={name}
          name={name}
          label={t(`global.${words}`)}
          description={t(`global.${words}Text`)}
        />
      ))}
    </FormCard>
  )
}
