import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import type { Printer } from '../../api/model'
import { byTrouble, printerState } from '../../data/printing/state'
import { DialogForm, dialogWarning, goButton } from '../../ui/DialogForm'
import { StatePill } from '../../ui/StatePill'
import { useReroute } from './mutations'
import c from './RerouteDialog.module.css'

interface Props {
  from: string
  /** The ids of the jobs that wait there, the oldest first. */
  ids: string[]
  printers: Printer[]
  onClose: () => void
}

/** Chooses another printer for waiting jobs. Printers that work are offered first. */
export function RerouteDialog({ from, ids, printers, onClose }: Props) {
  const { t } = useTranslation()
  const others = byTrouble(
    printers.filter((each) => each.name !== from && each.status === 'ACTIVE'),
  ).reverse()
  const [to, setTo] = useState<number | null>(others[0]?.id ?? null)
  const reroute = useReroute(onClose)
  const usable = to !== null && ids.length > 0
  return (
    <DialogForm
      title={t('printing.reroute.title')}
      text={
        ids.length > 0
          ? t('printing.reroute.text', { count: ids.length, name: from })
          : t('printing.reroute.nothing', { name: from })
      }
      onClose={onClose}
      holds={to}
      onSubmit={(event) => {
        event.preventDefault()
        if (to !== null) reroute.mutate({ ids, to })
      }}
    >
      {reroute.error ? (
        <p className={dialogWarning} role="alert">
          {errorText(reroute.error)}
        </p>
      ) : null}
      <fieldset className={c.printers}>
        <legend>{t('printing.reroute.to')}</legend>
        {others.length === 0 ? <p>{t('printing.reroute.none')}</p> : null}
        {others.map((printer) => {
          const state = printerState(printer)
          return (
            <label key={printer.id}>
              <input type="radio" name="to" checked={to === printer.id} onChange={() => setTo(printer.id)} />
              <b>{printer.name}</b>
              <StatePill tone={state.tone} icon={state.icon} label={t(`printing.state.${state.name}`)} />
            </label>
          )
        })}
      </fieldset>
      <Button type="submit" className={goButton} disabled={!usable} loading={reroute.isPending}>
        {t('printing.reroute.go')}
      </Button>
    </DialogForm>
  )
}
