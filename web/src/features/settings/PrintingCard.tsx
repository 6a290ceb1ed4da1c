import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Configuration } from '../../api/model'
import { queryClient } from '../../api/query'
import { useWrite } from '../../api/useWrite'
import { Card } from '../../ui/OfficePage'
import { configurationsKey, useConfigurations } from './queries'
import c from './Settings.module.css'

const offered = [
  ['SERVER', 'server'],
  ['PRINTER_TYPE', 'printerType'],
] as const

/** Which print agents hear of a waiter's papers, and what a new printer's form begins with. */
export function PrintingCard() {
  const { t } = useTranslation()
  const rows = useConfigurations().data?.rows ?? []
  return (
    <Card padded label={t('global.printing')}>
      <div className={c.head}>
        <div>
          <h2>{t('global.printing')}</h2>
          <p>{t('global.printingText')}</p>
        </div>
      </div>
      <div className={c.switches}>
        {offered.map(([key, words]) => {
          const row = rows.find((each) => each.key === key)
          return row ? (
            <Choice key={key} row={row} label={t(`global.${words}`)} text={t(`global.${words}Text`)} />
          ) : null
        })}
      </div>
    </Card>
  )
}

function Choice({ row, label, text }: { row: Configuration; label: string; text: string }) {
  const { t } = useTranslation()
  const refetch = () => void queryClient.invalidateQueries({ queryKey: configurationsKey })
  const save = useWrite(
    (on: boolean, key) =>
      write<Configuration>('PUT', `/configurations/${row.id}`, key, { value: on ? 1 : 0 }),
    { failed: t('global.switchFailed'), onSuccess: refetch },
  )
  // While it is on its way it shows what was wanted; a refusal shows what is.
  const on = save.isPending ? save.variables : row.value === '1'
  return (
    <Switch
      size="md"
      label={label}
      description={text}
      labelPosition="left"
      checked={on}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
      styles={{ body: { justifyContent: 'space-between' } }}
    />
  )
}
