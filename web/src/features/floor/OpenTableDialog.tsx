import { Button } from '@mantine/core'
import {
  IconArmchair2,
  IconCalendarPlus,
  IconCalendarX,
  IconPencil,
  IconSparkles,
  IconUserSearch,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client, Table } from '../../api/model'
import { Dialog } from '../../ui/Dialog'
import { clock } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { usePhone } from '../../ui/viewport'
import { ClientPicker } from '../clients/ClientPicker'
import c from './OpenTableDialog.module.css'
import type { TableAct } from './tableActs'

interface Props {
  table: Table
  salon: string
  busy: boolean
  onOpen: (persons: number, client?: number) => void
  onAct: (act: TableAct) => void
  onClose: () => void
}

/** One tap on the number of persons opens the table; below, what else can be done with a free one. */
export function OpenTableDialog({ table, salon, busy, onOpen, onAct, onClose }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [client, setClient] = useState<Client | null>(null)
  const [picking, setPicking] = useState(false)
  const title = t('floor.openTable', { table: table.name })
  const counts = Array.from({ length: Math.max(8, Math.min(table.seats + 2, 16)) }, (_, index) => index + 1)
  const next = table.next_reservation
  const act = (name: TableAct, Glyph: typeof IconSparkles, text: string) => (
    <Button
      variant="default"
      disabled={busy}
      leftSection={<Glyph size={20} stroke={1.9} aria-hidden="true" />}
      onClick={() => onAct(name)}
    >
      {text}
    </Button>
  )
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
        {next ? (
          <div className={c.next} data-due={table.status_table === 'RESERVED' || undefined}>
            <p>
              <b>
                {clock(next.reserved_for)} · {next.client_name}
              </b>{' '}
              {t('floor.personsCount', { count: next.persons })}
              {next.phone ? ` · ${next.phone}` : ''}
            </p>
            <div className={c.acts}>
              {act('seat', IconArmchair2, t('reservations.seat'))}
              {act('edit', IconPencil, t('reservations.change'))}
              {act('cancel', IconCalendarX, t('reservations.cancel'))}
            </div>
          </div>
        ) : null}
        <h3>{next ? t('floor.howManyOthers') : t('floor.howMany')}</h3>
        <div className={c.keys}>
          {counts.map((count) => (
            <button
              key={count}
              type="button"
              disabled={busy}
              aria-label={t('floor.personsCount', { count })}
              onClick={() => onOpen(count, client?.id)}
            >
              {count}
            </button>
          ))}
        </div>
        <div className={c.acts}>
          <Button
            variant="default"
            leftSection={<IconUserSearch size={20} stroke={1.9} aria-hidden="true" />}
            onClick={() => setPicking(true)}
          >
            {client ? client.display_name : t('reservations.client')}
          </Button>
          {act('reserve', IconCalendarPlus, t('reservations.reserve'))}
          {table.status_table === 'CLEANING'
            ? act('cleaned', IconSparkles, t('floor.cleaned'))
            : act('clean', IconSparkles, t('floor.clean'))}
        </div>
      </div>
      {picking ? (
        <ClientPicker
          onPick={(picked) => {
            setClient(picked)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </Dialog>
  )
}

export default OpenTableDialog
