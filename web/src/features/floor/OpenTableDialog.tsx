import { Button } from '@mantine/core'
import {
  IconArmchair2,
  IconCalendarPlus,
  IconCalendarX,
  IconPencil,
  IconSparkles,
  IconUserSearch,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client, Table } from '../../api/model'
import { DialogForm } from '../../ui/DialogForm'
import { clock } from '../../ui/format'
import { digitKeys, useShortcuts } from '../../ui/shortcuts'
import { ClientPicker } from '../../widgets/clients/ClientPicker'
import c from './OpenTableDialog.module.css'
import { useGlobalSettings } from './reservations'
import type { TableAct } from './tableActs'

interface Props {
  table: Table
  salon: string
  busy: boolean
  onOpen: (persons: number, client?: number) => void
  onAct: (act: TableAct) => void
  onClose: () => void
}

/** Opens a table with one tap on the number of persons; below are the other actions on a free one. */
export function OpenTableDialog({ table, salon, busy, onOpen, onAct, onClose }: Props) {
  const { t } = useTranslation()
  const cleaning = useGlobalSettings().data?.cleaning_enabled
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
    <DialogForm
      above={
        picking ? (
          <ClientPicker
            onPick={(picked) => {
              setClient(picked)
              setPicking(false)
            }}
            onClose={() => setPicking(false)}
          />
        ) : null
      }
      title={title}
      text={`${salon} · ${t('floor.seats', { count: table.seats })}`}
      onClose={onClose}
    >
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
      <h3 className={c.ask}>{next ? t('floor.howManyOthers') : t('floor.howMany')}</h3>
      <CountKeys counts={counts} busy={busy} onPick={(count) => onOpen(count, client?.id)} />
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
          : cleaning
            ? act('clean', IconSparkles, t('floor.clean'))
            : null}
      </div>
    </DialogForm>
  )
}

/** Two digits typed within this time (ms) are one number. */
const togetherMs = 1_000

interface CountProps {
  counts: number[]
  busy: boolean
  onPick: (count: number) => void
}

/** Shows one button for each number; typed digits select it, and Enter opens. */
function CountKeys({ counts, busy, onPick }: CountProps) {
  const { t } = useTranslation()
  const keys = useRef<HTMLDivElement>(null)
  const before = useRef({ digits: '', at: 0 })
  useShortcuts(
    digitKeys((key) => {
      const { digits, at } = before.current
      const whole = performance.now() - at < togetherMs ? digits + key : key
      const index = [whole, key].map((text) => counts.indexOf(Number(text))).find((found) => found >= 0) ?? -1
      before.current = { digits: key, at: performance.now() }
      keys.current?.querySelectorAll('button')[index]?.focus()
    }),
  )
  return (
    <div className={c.keys} ref={keys}>
      {counts.map((count, index) => (
        <button
          key={count}
          type="button"
          disabled={busy}
          data-autofocus={index === 0 || undefined}
          aria-label={t('floor.personsCount', { count })}
          onClick={() => onPick(count)}
        >
          {count}
        </button>
      ))}
    </div>
  )
}

export default OpenTableDialog
