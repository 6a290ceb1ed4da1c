import { Button } from '@mantine/core'
import { IconSparkles, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../api/model'
import { Dialog } from '../../ui/Dialog'
import { IconButton } from '../../ui/IconButton'
import { usePhone } from '../../ui/viewport'
import c from './OpenTableDialog.module.css'

interface Props {
  table: Table
  salon: string
  busy: boolean
  onOpen: (persons: number) => void
  onClean: () => void
  onClose: () => void
}

/** One tap on the number of persons opens the table; a table being cleaned can be given free first. */
export function OpenTableDialog({ table, salon, busy, onOpen, onClean, onClose }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const title = t('floor.openTable', { table: table.name })
  const counts = Array.from({ length: Math.max(8, Math.min(table.seats + 2, 16)) }, (_, index) => index + 1)
  return (
    <Dialog label={title} onClose={onClose} shape={phone ? 'sheet' : 'center'}>
      <div className={c.box}>
        <header className={c.head}>
          <div>
            <h2>{title}</h2>
            <p>
              {salon} · {t('floor.seats', { count: table.seats })}
            </p>
          </div>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </header>
        <h3>{t('floor.howMany')}</h3>
        <div className={c.keys}>
          {counts.map((count) => (
            <button
              key={count}
              type="button"
              disabled={busy}
              aria-label={t('floor.personsCount', { count })}
              onClick={() => onOpen(count)}
            >
              {count}
            </button>
          ))}
        </div>
        {table.status_table === 'CLEANING' ? (
          <Button
            variant="default"
            className={c.clean}
            disabled={busy}
            leftSection={<IconSparkles size={20} stroke={1.9} aria-hidden="true" />}
            onClick={onClean}
          >
            {t('floor.cleaned')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}
