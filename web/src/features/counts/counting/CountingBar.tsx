import { IconArrowLeft, IconBarcode, IconChecklist, IconCloudOff, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { StockCount } from '../../../api/model'
import { useConnection } from '../../../api/realtime'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { IconButton } from '../../../ui/IconButton'
import { firstNames, type ShownCountLine } from '../countLines'
import { progressStyle } from '../progressStyle'
import { CodeDialog } from './CodeDialog'
import c from './Counting.module.css'
import { FindDialog } from './FindDialog'
import { FinishDialog } from './FinishDialog'

interface Props {
  count: StockCount
  lines: ShownCountLine[]
  left: number
  /** Says how many counted values wait for an answer. */
  sending: number
  onGo: (line: ShownCountLine) => void
}

/** Shows what is counted, by whom and how far it is, with the ways to find one item. */
export function CountingBar({ count, lines, left, sending, onGo }: Props) {
  const { t } = useTranslation()
  const reviews = may(useUser(), 'edit_catalog')
  const online = useConnection((link) => link.online)
  const [open, setOpen] = useState<'code' | 'find' | 'finish' | null>(null)
  const close = () => setOpen(null)
  const go = (line: ShownCountLine) => {
    close()
    onGo(line)
  }
  const done = lines.length - left
  return (
    <>
      <header className={c.bar}>
        <Link to="/inventory/counts" className={c.back} aria-label={t('counts.counting.back')}>
          <IconArrowLeft size={24} stroke={2} aria-hidden="true" />
        </Link>
        <div className={c.title}>
          <h1>{count.name}</h1>
          <p>
            {count.counters.length > 0
              ? t('counts.counting.who', {
                  count: count.counters.length,
                  names: firstNames(count.counters),
                })
              : count.full_number}
          </p>
        </div>
        <IconButton label={t('counts.counting.scan')} onClick={() => setOpen('code')}>
          <IconBarcode size={26} stroke={1.8} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('counts.counting.find')} onClick={() => setOpen('find')}>
          <IconSearch size={25} stroke={1.9} aria-hidden="true" />
        </IconButton>
        {reviews && count.status === 'OPEN' ? (
          <IconButton label={t('counts.counting.finish')} onClick={() => setOpen('finish')}>
            <IconChecklist size={26} stroke={1.8} aria-hidden="true" />
          </IconButton>
        ) : null}
      </header>
      <div
        className={c.progress}
        role="progressbar"
        aria-label={t('counts.counting.bar')}
        aria-valuemin={0}
        aria-valuemax={lines.length}
        aria-valuenow={done}
      >
        <i style={progressStyle(done, lines.length)} />
      </div>
      <div className={c.far}>
        <b>{left > 0 ? t('counts.counting.left', { count: left }) : t('counts.counting.leftNone')}</b>
        {sending > 0 ? <span>{t('counts.counting.sending', { count: sending })}</span> : null}
        <span>{t('counts.counting.position', { at: done, lines: lines.length })}</span>
      </div>
      {online ? null : (
        <p className={c.offline} role="status">
          <IconCloudOff size={18} stroke={2} aria-hidden="true" />
          {t('counts.counting.offline')}
        </p>
      )}
      {open === 'code' ? <CodeDialog lines={lines} onGo={go} onClose={close} /> : null}
      {open === 'find' ? <FindDialog lines={lines} onGo={go} onClose={close} /> : null}
      {open === 'finish' ? <FinishDialog count={count} left={left} onClose={close} /> : null}
    </>
  )
}
