import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { queryClient } from '../../api/query'
import { settingsStale } from '../../data/settings/queries'
import c from '../../ui/ConfirmDialog.module.css'
import { DateInput } from '../../ui/dates/DateInput'
import { TypedDialog } from '../../ui/TypedDialog'
import { useWrite } from '../../ui/useWrite'

interface Props {
  title: string
  text: string
  action: string
  /** The day that the form begins with. */
  start: string
  min?: string
  save: (day: string, key: string) => Promise<unknown>
  onClose: () => void
}

/** Asks once before a change holds for every document from a day on. */
export function DatedChangeDialog({ title, text, action, start, min, save, onClose }: Props) {
  const { t } = useTranslation()
  const [day, setDay] = useState(start)
  const change = useWrite((_: undefined, key) => save(day, key), {
    onError: () => true,
    onSuccess: () => {
      for (const queryKey of settingsStale) void queryClient.invalidateQueries({ queryKey })
      onClose()
    },
  })
  return (
    <TypedDialog label={title} onClose={onClose} holds={day}>
      <div className={c.box}>
        <h2 tabIndex={-1} data-autofocus>
          {title}
        </h2>
        <p>{text}</p>
        {change.error ? (
          <p className={c.error} role="alert">
            {errorText(change.error)}
          </p>
        ) : null}
        <DateInput
          label={t('global.rateFrom')}
          min={min}
          always
          value={day}
          onChange={(chosen) => setDay(chosen ?? day)}
        />
        <div className={c.foot} style={{ marginTop: 24 }}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={change.isPending} onClick={() => change.mutate(undefined)}>
            {action}
          </Button>
        </div>
      </div>
    </TypedDialog>
  )
}
