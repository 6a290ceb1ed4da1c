import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog'
import { IconButton } from '../../ui/IconButton'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { usePhone } from '../../ui/viewport'
import { CommandCard } from './CommandCard'
import c from './CommandHistory.module.css'
import { useCommandJobs, useCommands } from './commands'

/** Lists the commands that an account sent to the kitchen, the newest first. */
export function CommandHistory(props: { requestId: number; place: string; onClose: () => void }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const commands = useCommands(props.requestId)
  const jobs = useCommandJobs(props.requestId)
  return (
    <Dialog label={t('orders.history.title')} shape={phone ? 'sheet' : 'drawer'} onClose={props.onClose}>
      <header className={c.head}>
        <div>
          <h2>{t('orders.history.title')}</h2>
          <p>{props.place}</p>
        </div>
        <IconButton label={t('common.close')} onClick={props.onClose}>
          <IconX size={22} aria-hidden="true" />
        </IconButton>
      </header>
      {commands.data ? (
        commands.data.rows.length > 0 ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
          <section className={c.list} tabIndex={0} aria-label={t('orders.history.title')}>
            {commands.data.rows.map((command) => (
              <CommandCard
                key={command.id}
                command={command}
                requestId={props.requestId}
                jobs={jobs.data?.rows}
              />
            ))}
          </section>
        ) : (
          <Empty title={t('orders.history.none')} text={t('orders.history.noneText')} />
        )
      ) : commands.error ? (
        <Failed
          title={t('orders.history.failed')}
          error={commands.error}
          onRetry={() => void commands.refetch()}
        />
      ) : (
        <Loading label={t('orders.history.loading')} rows={3} height={180} />
      )}
    </Dialog>
  )
}
