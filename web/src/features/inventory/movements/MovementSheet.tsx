import { Button } from '@mantine/core'
import { IconFileTypePdf, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { errorText } from '../../../api/errors'
import { openPdf } from '../../../api/pdf'
import { kardexOf } from '../../../data/inventory/item'
import { movementsOf, useDeleteMovement, useMovement } from '../../../data/inventory/queries'
import type { ItemType, Movement, MovementItem } from '../../../data/inventory/types'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { entityWords } from '../../../ui/entity'
import { plain, unitCost } from '../../../ui/figures'
import { amount, centimos, dateTime, money } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { showToast } from '../../../ui/toasts'
import c from '../../../widgets/documents/DocumentSheet.module.css'
import { type InList, SideSheet } from '../../../widgets/documents/SideSheet'
import own from '../Movements.module.css'
import { MovementDataDrawer } from './MovementDataDrawer'
import { MovementState } from './MovementState'
import { StatusDialog } from './StatusDialog'

interface Props extends InList {
  type: ItemType
  /** True for users who only record waste, and change nothing afterwards. */
  readOnly: boolean
}

/** Shows a movement beside its list: items, user and document, and the button that takes it back. */
export function MovementSheet({ type, readOnly, ...list }: Props) {
  const { t } = useTranslation()
  const found = useMovement(type, list.id)
  const movement = found.data
  return (
    <SideSheet
      {...list}
      label={t('inventory.sheet.label', { number: movement?.full_number ?? '' }).trim()}
      title={movement?.full_number ?? ''}
      text={movement ? `${t(`inventory.types.${movement.type}`)} · ${dateTime(movement.date)}` : ''}
    >
      {movement ? (
        <>
          <Facts movement={movement} readOnly={readOnly} />
          <Foot movement={movement} type={type} readOnly={readOnly} onClose={list.onClose} />
        </>
      ) : found.error ? (
        <Failed
          title={t('inventory.sheet.failed')}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label={t('inventory.sheet.loading')} rows={4} height={64} />
      )}
    </SideSheet>
  )
}

function Facts({ movement, readOnly }: { movement: Movement; readOnly: boolean }) {
  const { t } = useTranslation()
  const { rejected, total } = movement
  const reason = t(`inventory.reasons.${movement.reason}`)
  return (
    <div className={c.body}>
      <div className={c.top}>
        <b className={c.total} data-voided={movement.status === 'REJECTED' || undefined}>
          {total == null ? t('inventory.noValue') : money(centimos(total))}
        </b>
        <MovementState status={movement.status} filled />
      </div>
      <p className={c.client}>
        <b>{movement.name || reason}</b>
        {movement.name && movement.name !== reason ? <span>{reason}</span> : null}
        {movement.description ? <span className={own.words}>{movement.description}</span> : null}
      </p>
      {rejected ? (
        <div className={c.cause}>
          <b>{t('inventory.sheet.rejected', { name: rejected.by, when: dateTime(rejected.at) })}</b>
          {rejected.reason ? <p>{t('inventory.sheet.why', { reason: rejected.reason })}</p> : null}
        </div>
      ) : null}
      <section>
        <h3>{t('inventory.sheet.lines')}</h3>
        <ul className={own.lines}>
          {movement.items.map((item) => (
            <Line key={item.id} item={item} readOnly={readOnly} />
          ))}
        </ul>
        {total == null ? null : (
          <p className={c.sum}>
            <span>{t('inventory.sheet.sum')}</span>
            <b>{amount(centimos(total))}</b>
          </p>
        )}
      </section>
      <section>
        <h3>{t('inventory.sheet.who')}</h3>
        {movement.responsible ? (
          <p className={c.said}>{t('inventory.sheet.responsible', { name: movement.responsible })}</p>
        ) : null}
        <p className={c.note}>
          {t('inventory.sheet.registered', { name: movement.user, when: dateTime(movement.created_at) })}
        </p>
      </section>
    </div>
  )
}

function Line({ item, readOnly }: { item: MovementItem; readOnly: boolean }) {
  const { t } = useTranslation()
  const words = { quantity: plain(item.quantity), unit: item.measurement }
  const kardex = kardexOf({ type: item.item_type, id: item.item_id })
  return (
    <li>
      {readOnly ? (
        <b>{item.name}</b>
      ) : (
        <Link to={kardex} aria-label={t('inventory.sheet.kardex', { name: item.name })}>
          {item.name}
        </Link>
      )}
      <span>
        {item.unit_price == null
          ? t('inventory.sheet.plain', words)
          : t('inventory.sheet.each', { ...words, price: unitCost(item.unit_price) })}
      </span>
      <b>{item.total == null ? t('inventory.sheet.noCost') : amount(centimos(item.total))}</b>
    </li>
  )
}

function Foot(props: { movement: Movement } & Pick<Props, 'type' | 'readOnly' | 'onClose'>) {
  const { movement, type, readOnly, onClose } = props
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const remove = useDeleteMovement(type, movement.id, () => {
    showToast(
      'success',
      t('lists.deleted', entityWords({ name: t('inventory.entity') })),
      movement.full_number,
    )
    onClose()
  })
  const show = () =>
    openPdf(`${movementsOf(type)}/${movement.id}/pdf`).catch((error) =>
      showToast('danger', t('inventory.sheet.paperFailed'), errorText(error)),
    )
  return (
    <footer className={c.foot}>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={20} stroke={1.8} aria-hidden="true" />}
        onClick={() => void show()}
      >
        {t('inventory.sheet.paper')}
      </Button>
      {readOnly ? null : (
        <>
          <Button
            variant="default"
            leftSection={<IconPencil size={20} stroke={1.8} aria-hidden="true" />}
            onClick={() => setEditing(true)}
          >
            {t('inventory.sheet.edit')}
          </Button>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t(movement.status === 'APPROVED' ? 'inventory.sheet.reject' : 'inventory.sheet.approve')}
          </Button>
          {movement.can_delete && movement.status === 'REJECTED' ? (
            <Button variant="default" onClick={() => setDeleting(true)}>
              {t('lists.delete')}
            </Button>
          ) : null}
        </>
      )}
      {deleting ? (
        <ConfirmDialog
          title={t('lists.deleteTitle', { name: movement.full_number })}
          text={t('inventory.change.deleteText')}
          action={t('lists.delete')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setDeleting(false)}
        />
      ) : null}
      {asking ? <StatusDialog movement={movement} type={type} onClose={() => setAsking(false)} /> : null}
      {editing ? (
        <MovementDataDrawer movement={movement} type={type} onClose={() => setEditing(false)} />
      ) : null}
    </footer>
  )
}
