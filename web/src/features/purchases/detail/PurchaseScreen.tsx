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
          <>
            <Button
              variant="default"
              leftSection={<IconPencil size={20} stroke={1.8} aria-hidden="true" />}
              onClick={() => setOpen('paper')}
            >
              {t('purchases.correct')}
            </Button>
            <Button
              variant="default"
              disabled={!purchase.can_void}
              leftSection={<IconBan size={20} stroke={1.8} aria-hidden="true" />}
              onClick={() => setOpen('void')}
            >
              {t('purchases.void')}
            </Button>
            {owes ? (
              <Button
                leftSection={<IconCash size={20} stroke={1.9} aria-hidden="true" />}
                onClick={() => setOpen('pay')}
              >
                {t('purchases.pay')}
              </Button>
            ) : null}
          </>
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
        {purchase.void ? (
          <p className={c.gone}>
            {t('purchases.voidedBy', {
              name: purchase.void.by,
              at: dateTime(purchase.void.at),
              reason: purchase.void.reason,
            })}
          </p>
        ) : writes && !purchase.can_void && purchase.why_not_void ? (
          <p className={c.gone}>{purchase.why_not_void}</p>
        ) : null}
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
