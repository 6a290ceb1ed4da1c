import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PaymentsConfig } from '../../api/model'
import { DateInput } from '../../ui/dates/DateInput'
import { today } from '../../ui/format'
import { plusDays } from '../../ui/zone'
import c from './DocumentPanel.module.css'
import { lastDayOfPaper, type Paper, paperSeries, seriesOfPaper } from './paper'
import type { Paying } from './paying'

interface Props {
  config: PaymentsConfig
  now: Pick<Paying, 'paper' | 'typeId'>
  onPaper: (paper: Paper | null) => void
}

/** Asks for the series, number and day of a document that was written by hand while none could be issued electronically. */
export function PaperPanel({ config, now, onPaper }: Props) {
  const { t } = useTranslation()
  const all = paperSeries(config, now.typeId)
  const { paper } = now
  const series = seriesOfPaper(config, now)
  const until = lastDayOfPaper(config, now.typeId)
  const last = until ?? today()
  const range =
    series?.first_number || series?.last_number
      ? t('payments.paperRange', { first: series.first_number ?? 1, last: series.last_number ?? 99_999_999 })
      : undefined
  return (
    <div className={c.onPaper}>
      {until ? null : (
        <Switch
          className={c.switch}
          size="md"
          labelPosition="left"
          label={t('payments.paper')}
          description={t('payments.paperText')}
          checked={paper !== null}
          onChange={(event) =>
            onPaper(event.currentTarget.checked ? { seriesId: null, number: '', issuedOn: null } : null)
          }
        />
      )}
      {paper && series ? (
        <div className={c.paper}>
          <NativeSelect
            label={t('payments.paperSeries')}
            data={all.map((each) => ({ value: String(each.id), label: each.serie }))}
            value={String(series.id)}
            onChange={(event) => onPaper({ ...paper, seriesId: Number(event.currentTarget.value) })}
          />
          <TextInput
            label={t('payments.paperNumber')}
            description={range}
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            value={paper.number}
            onChange={(event) => onPaper({ ...paper, number: event.currentTarget.value.replace(/\D/g, '') })}
          />
          <DateInput
            label={t('payments.paperDay')}
            min={plusDays(today(), -config.paper_entry_days)}
            max={last}
            always
            value={paper.issuedOn ?? last}
            onChange={(day) => onPaper({ ...paper, issuedOn: day })}
          />
        </div>
      ) : null}
    </div>
  )
}
