import { Button } from '@mantine/core'
import { IconBuildingStore, IconCash, IconCheck, IconFileCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { list, write } from '../../../api/client'
import type { FirstUse } from '../../../api/model'
import { cashKeys } from '../../../data/cash/keys'
import { settingsKeys } from '../../../data/settings/keys'
import { useUser } from '../../../session/session'
import { MoneyField } from '../../../ui/form/fields'
import { money } from '../../../ui/format'
import { StatePill } from '../../../ui/StatePill'
import c from './FirstUse.module.css'
import { StepForm } from './StepForm'

/** Lists three things to do: open the cash box, take an order, collect it; each is ticked off as it happens. */
export function SaleStep({ facts }: { facts: FirstUse['facts'] }) {
  const { t } = useTranslation()
  const isOpen = facts.open_cycles > 0
  return (
    <div>
      <p className={c.real}>
        <IconFileCheck size={22} stroke={1.8} aria-hidden="true" />
        {t('firstUse.sale.real')}
      </p>
      <section className={c.part}>
        {isOpen ? (
          <>
            <div>
              <h3>{t('firstUse.sale.open')}</h3>
            </div>
            <StatePill tone="good" icon={IconCheck} label={t('firstUse.sale.opened')} />
          </>
        ) : (
          <OpenCash />
        )}
      </section>
      <section className={c.part}>
        <div>
          <h3>{t('firstUse.sale.order')}</h3>
          {facts.commands > 0 ? <p>{t('firstUse.sale.pay')}</p> : null}
        </div>
        {facts.commands > 0 ? (
          <StatePill tone="good" icon={IconCheck} label={t('firstUse.sale.sent')} />
        ) : null}
        <Button
          component={Link}
          to="/pos"
          size="lg"
          variant={isOpen ? 'filled' : 'default'}
          leftSection={<IconBuildingStore size={20} stroke={1.8} aria-hidden="true" />}
        >
          {facts.commands > 0 ? t('firstUse.sale.pay') : t('firstUse.sale.order')}
        </Button>
      </section>
    </div>
  )
}

function OpenCash() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  const boxes = useQuery({
    queryKey: cashKeys.cashboxes,
    queryFn: ({ signal }) => list('/cashboxes', { page: false }, signal),
  })
  const turns = useQuery({
    queryKey: cashKeys.turns,
    queryFn: ({ signal }) => list('/turns', { page: false }, signal),
  })
  return (
    <StepForm
      entity={{ name: t('cash.cashbox'), feminine: true, done: t('firstUse.sale.opened') }}
      start={{ open_amount: '' }}
      save={({ open_amount }, key) =>
        write('POST', '/cashbox-cycles', key, {
          cashbox_id: boxes.data?.rows.find((box) => !box.open_cycle)?.id ?? 0,
          turn_id: turns.data?.rows[0]?.id ?? 0,
          user_id: user.id,
          open_amount: open_amount || '0',
          status: 'OPEN',
        })
      }
      stale={[cashKeys.all, settingsKeys.firstUse]}
      onSaved={() => void navigate('/pos')}
      action={t('firstUse.sale.openAndGo')}
      icon={<IconCash size={20} stroke={1.8} aria-hidden="true" />}
    >
      <MoneyField
        name="open_amount"
        label={t('firstUse.sale.openAmount')}
        description={t('firstUse.sale.openAmountText', { amount: money(0) })}
      />
    </StepForm>
  )
}
