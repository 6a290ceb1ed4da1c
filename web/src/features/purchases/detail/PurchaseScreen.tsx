import { Button } from '@mantine/core'
import { IconBan, IconCash, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { Purchase, PurchaseInstalment } from '../../../api/model'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { monthText } from '../../../ui/dates/months'
import { dateTime, dayText } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { StatePill } from '../../../ui/StatePill'
import { usePurchase } from '../queries'
import { stateLooks, stateOf } from '../state'
import { BoughtCard } from './BoughtCard'
import { FilesCard } from './FilesCard'
import { NotesCard } from './NotesCard'
import { PaperDrawer } from './PaperDrawer'
import { PayDialog } from './PayDialog'
import { PaymentsCard } from './PaymentsCard'
import c from './Purchase.module.css'
import { ReplaysCard } from './ReplaysCard'
import { SumCard } from './SumCard'
import { VoidDialog } from './VoidDialog'

/** Shows one purchase: the goods, their cost, the debt, and the changes of costs. */
export function PurchaseScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().purchaseId)
  const found = usePurchase(id)
  if (found.data) return <Found purchase={found.data} />
  return (
    <OfficePage title={t('purchases.one')} back={{ to: '/purchase', label: t('purchases.back') }}>
      {found.error ? (
        <Failed title={t('purchases.oneFailed')} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading label={t('purchases.one')} rows={6} />
      )}
    </OfficePage>
  )
}

function Found({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation()
  const writes = may(useUser(), 'edit_catalog')
  const [open, setOpen] = useState<'paper' | 'void' | 'pay' | null>(null)
  const [instalment, setInstalment] = useState<PurchaseInstalment | null>(null)
  const state = stateOf(purchase)
  const [tone, icon] = stateLooks[state]
  const stands = purchase.status === 'ACTIVE'
  const owes = stands && Number(purchase.due) > 0
  const close = () => {
    setOpen(null)
    setInstalment(null)
  }
  return (
    <OfficePage
      title={purchase.full_number}
      back={{ to: '/purchase', label: t('purchases.back') }}
      summary={[
        t(`purchases.papers.${purchase.document}`),
        purchase.provider_name,
        `${dayText(purchase.date)} ${purchase.time}`,
        ...(purchase.period === purchase.date.slice(0, 7)
          ? []
          : [t('purchases.writtenInMonth', { month: monthText(purchase.period).toLowerCase() })]),
      ].join(' · ')}
      actions={
        writes && stands ? (
          <Actions
            onCorrect={() => setOpen('paper')}
            onVoid={purchase.can_void ? () => setOpen('void') : null}
            onPay={owes ? () => setOpen('pay') : null}
          />
        ) : null
      }
    >
      <div className={c.page}>
        <div className={c.state}>
          <StatePill filled tone={tone} icon={icon} label={t(`purchases.stateOf.${state}`)} />
          <span>
            {t('purchases.writtenBy', { name: purchase.user_name, at: dateTime(purchase.created_at) })}
          </span>
        </div>
        <VoidNotice purchase={purchase} writes={writes} />
        <div className={c.columns}>
          <div className={c.left}>
            <NotesCard purchase={purchase} />
            {purchase.items.length > 0 ? <BoughtCard purchase={purchase} /> : null}
            <FilesCard purchase={purchase} writes={writes} />
            <ReplaysCard replays={purchase.replays} />
            {purchase.note ? (
              <Card padded label={t('purchases.note')}>
                <h2 className={c.title}>{t('purchases.note')}</h2>
                <p className={c.text}>{purchase.note}</p>
              </Card>
            ) : null}
          </div>
          <div className={c.right}>
            <SumCard purchase={purchase} />
            <PaymentsCard
              purchase={purchase}
              onPay={
                writes && owes
                  ? (each) => {
                      setInstalment(each)
                      setOpen('pay')
                    }
                  : null
              }
            />
          </div>
        </div>
      </div>
      {open === 'paper' ? <PaperDrawer purchase={purchase} onClose={close} /> : null}
      {open === 'void' ? <VoidDialog purchase={purchase} onClose={close} /> : null}
      {open === 'pay' ? <PayDialog purchase={purchase} instalment={instalment} onClose={close} /> : null}
    </OfficePage>
  )
}

interface ActionsProps {
  onCorrect: () => void
  /** It is null while the purchase cannot be voided. */
  onVoid: (() => void) | null
  /** It is null when nothing is owed. */
  onPay: (() => void) | null
}

function Actions({ onCorrect, onVoid, onPay }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={20} stroke={1.8} aria-hidden="true" />}
        onClick={onCorrect}
      >
        {t('purchases.correct')}
      </Button>
      <Button
        variant="default"
        disabled={!onVoid}
        leftSection={<IconBan size={20} stroke={1.8} aria-hidden="true" />}
        onClick={onVoid ?? undefined}
      >
        {t('purchases.void')}
      </Button>
      {onPay ? (
        <Button leftSection={<IconCash size={20} stroke={1.9} aria-hidden="true" />} onClick={onPay}>
          {t('purchases.pay')}
        </Button>
      ) : null}
    </>
  )
}

/** Says who voided the purchase, or why nobody can. */
function VoidNotice({ purchase, writes }: { purchase: Purchase; writes: boolean }) {
  const { t } = useTranslation()
  if (purchase.void) {
    const { by, at, reason } = purchase.void
    return <p className={c.gone}>{t('purchases.voidedBy', { name: by, at: dateTime(at), reason })}</p>
  }
  if (!writes || purchase.can_void || !purchase.why_not_void) return null
  return <p className={c.gone}>{purchase.why_not_void}</p>
}
