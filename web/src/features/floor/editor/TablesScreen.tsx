import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Salon } from '../../../api/model'
import { IconButton } from '../../../ui/IconButton'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { OfficePage } from '../../../ui/OfficePage'
import { usePhone } from '../../../ui/viewport'
import { usePlan, useSalons } from './queries'
import { RoomEditor } from './RoomEditor'
import { SalonDialog } from './SalonDialog'
import c from './TablesScreen.module.css'

/** Edits rooms and the places of tables, by dragging or by number. */
export default function TablesScreen() {
  const { t } = useTranslation()
  const phone = usePhone()
  const [params, setParams] = useSearchParams()
  const salons = useSalons()
  const rows = salons.data?.rows ?? []
  const asked = Number(params.get('salon'))
  const salon = rows.find((each) => each.id === asked) ?? rows[0] ?? null
  const plan = usePlan(salon?.id ?? null)
  const [editing, setEditing] = useState<{ salon: Salon | null } | null>(null)
  const show = (id: number) => setParams({ salon: String(id) }, { replace: true })

  const tabs = (
    <nav className={c.tabs} aria-label={t('floor.salons')}>
      {rows.map((each) => (
        <button
          key={each.id}
          type="button"
          aria-current={each.id === salon?.id ? 'page' : undefined}
          data-off={each.status !== 'ACTIVE' || undefined}
          onClick={() => each.id !== salon?.id && show(each.id)}
        >
          {each.name}
        </button>
      ))}
      {salon ? (
        <IconButton
          label={t('rooms.editSalonOf', { name: salon.name })}
          onClick={() => setEditing({ salon })}
        >
          <IconPencil size={20} stroke={1.9} aria-hidden="true" />
        </IconButton>
      ) : null}
      <IconButton label={t('rooms.newSalon')} onClick={() => setEditing({ salon: null })}>
        <IconPlus size={20} stroke={2.2} aria-hidden="true" />
      </IconButton>
    </nav>
  )
  const failed = salons.isError ? salons : plan.isError ? plan : null
  return (
    <OfficePage title={t('rooms.title')} summary={t(phone ? 'rooms.summaryPhone' : 'rooms.summary')}>
      {failed ? (
        <Failed title={t('rooms.failed')} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : salons.isSuccess && !salon ? (
        <Empty title={t('rooms.none')} text={t('rooms.noneText')}>
          {tabs}
        </Empty>
      ) : plan.data && plan.data.id === salon?.id ? (
        <RoomEditor key={plan.data.id} plan={plan.data} tabs={tabs} />
      ) : (
        <Loading label={t('floor.loading')} rows={4} height={112} />
      )}
      {editing ? (
        <SalonDialog
          salon={editing.salon}
          onClose={() => setEditing(null)}
          onSaved={(id) => {
            setEditing(null)
            if (id) show(id)
          }}
        />
      ) : null}
    </OfficePage>
  )
}
