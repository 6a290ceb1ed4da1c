import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import type { CloseOfDay } from '../../../api/model'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { DateInput } from '../../../ui/dates/DateInput'
import { businessDay, dayText } from '../../../ui/format'
import { IconButton } from '../../../ui/IconButton'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { popItem } from '../../../ui/PopMenu'
import { showToast } from '../../../ui/toasts'
import { useAddress } from '../../../ui/useAddress'
import { useWrite } from '../../../ui/useWrite'
import { FileMenu } from '../../../widgets/sheets/FileMenu'
import c from './Close.module.css'
import { CloseFigures } from './CloseFigures'
import { MailCard } from './MailCard'
import { useCloseOfDay } from './queries'
import { TextCard } from './TextCard'

const moved = (day: string, by: number) => {
  const at = new Date(`${day}T12:00:00Z`)
  at.setUTCDate(at.getUTCDate() + by)
  return at.toISOString().slice(0, 10)
}

/** Shows a business day in a few figures, as its e-mail does; it can be printed, saved as files, and sent as a WhatsApp text. */
export function CloseOfDayScreen() {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const found = useCloseOfDay(params.get('date'))
  const sets = may(useUser(), 'settings')
  const today = businessDay(Date.now())
  const day = found.data
  const date = day?.date ?? params.get('date') ?? moved(today, -1)
  const go = (to: string | null) => change({ date: to })
  return (
    <OfficePage
      title={t('close.title')}
      summary={day ? (day.is_partial ? t('close.partial') : day.subject) : t('close.loading')}
      actions={
        <>
          <div className={c.days}>
            <IconButton label={t('close.before')} onClick={() => go(moved(date, -1))}>
              <IconChevronLeft size={22} stroke={2} aria-hidden="true" />
            </IconButton>
            <DateInput
              aria-label={t('close.day')}
              value={date}
              max={today}
              now={today}
              always
              onChange={go}
            />
            <IconButton label={t('close.after')} disabled={date >= today} onClick={() => go(moved(date, 1))}>
              <IconChevronRight size={22} stroke={2} aria-hidden="true" />
            </IconButton>
          </div>
          <FileMenu
            name={day && t('close.fileName', { day: dayText(day.date) })}
            path="/close-of-day/file"
            query={{ date }}
            formats={['pdf', 'xlsx']}
            words={(format) => ({
              label: t(`report.file.${format}.label`),
              text: t(format === 'pdf' ? 'close.pdf' : 'close.xlsx'),
            })}
            more={(close) => (day ? <Paper day={day} onDone={close} /> : null)}
          />
        </>
      }
    >
      {day ? (
        <div className={c.beside}>
          <CloseFigures day={day} />
          <div className={c.ways}>
            <TextCard text={day.text} />
            {sets ? <MailCard date={day.date} /> : null}
          </div>
        </div>
      ) : found.isError ? (
        <Card>
          <Failed title={t('close.failed')} error={found.error} onRetry={() => void found.refetch()} />
        </Card>
      ) : (
        <Loading label={t('close.loading')} rows={4} height={120} />
      )}
    </OfficePage>
  )
}

function Paper({ day, onDone }: { day: CloseOfDay; onDone: () => void }) {
  const { t } = useTranslation()
  const print = useWrite((date: string, attempt) => write('POST', '/close-of-day/print', attempt, { date }), {
    failed: t('report.printFailed'),
    onSuccess: (done) =>
      done.print_job_id
        ? showToast('success', t('close.printed'))
        : showToast('warning', done.warnings.join(' ')),
  })
  return (
    <button
      type="button"
      className={popItem}
      onClick={() => {
        onDone()
        print.mutate(day.date)
      }}
    >
      <IconPrinter size={20} stroke={1.8} aria-hidden="true" />
      <span>
        {t('close.paper')}
        <small>{t('close.paperText')}</small>
      </span>
    </button>
  )
}
