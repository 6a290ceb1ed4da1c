import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconChevronDown, IconFileTypePdf, IconTruckDelivery } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { errorText } from '../../../api/errors'
import type { ToBuyProvider } from '../../../api/model'
import { openPdf } from '../../../api/pdf'
import { useCompany } from '../../../data/settings/company'
import { useUser } from '../../../session/session'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { amount, money } from '../../../ui/format'
import { showToast } from '../../../ui/toasts'
import { isEmpty, keepDraft, keptDraft } from '../draft'
import { useBuyables } from '../queries'
import {
  chosenOf,
  draftOf,
  mobileOf,
  orderLinesParam,
  orderText,
  providerTotal,
  type TypedQuantities,
} from './order'
import c from './ToBuy.module.css'
import { ToBuyTable } from './ToBuyTable'

interface Props {
  provider: ToBuyProvider
  typed: TypedQuantities
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  onType: (item: string, text: string) => void
}

/** Lists what to buy from one provider; folded, it shows only the sum. */
export function ProviderCard({ provider, typed, isOpen, onToggle, onType }: Props) {
  const { t } = useTranslation()
  const chosen = chosenOf(provider, typed)
  const sum = providerTotal(provider, typed)
  const name = provider.provider_id == null ? t('toBuy.neverBought') : provider.name
  return (
    <section className={c.card} aria-label={name}>
      <header className={c.head}>
        <button type="button" className={c.fold} aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
          <IconTruckDelivery size={22} stroke={1.8} aria-hidden="true" />
          <span>
            <b>{name}</b>
            <small>
              {[t('toBuy.items', { count: chosen.length }), provider.phone].filter(Boolean).join(' · ')}
            </small>
          </span>
          <strong>{amount(sum)}</strong>
          <IconChevronDown className={c.chevron} size={20} stroke={2} aria-hidden="true" />
        </button>
        {isOpen ? (
          <div className={c.actions}>
            {provider.provider_id == null ? null : (
              <Sending provider={provider} id={provider.provider_id} typed={typed} />
            )}
            <Buying provider={provider} typed={typed} />
          </div>
        ) : null}
      </header>
      {isOpen ? <ToBuyTable items={provider.items} typed={typed} onType={onType} /> : null}
    </section>
  )
}

/** Offers the order as a printed document and as a message. */
function Sending({ provider, id, typed }: { provider: ToBuyProvider; id: number; typed: TypedQuantities }) {
  const { t } = useTranslation()
  const house = useCompany().data?.commercial_name ?? ''
  const nothing = chosenOf(provider, typed).length === 0
  const text = t('toBuy.message', { house, lines: orderText(provider, typed) })
  return (
    <>
      <Button
        variant="default"
        disabled={nothing}
        leftSection={<IconFileTypePdf size={20} stroke={1.8} aria-hidden="true" />}
        onClick={() =>
          openPdf('/purchase/to-buy/pdf', { provider_id: id, lines: orderLinesParam(provider, typed) }).catch(
            (error) => showToast('danger', t('toBuy.pdfFailed'), errorText(error)),
          )
        }
      >
        {t('toBuy.pdf')}
      </Button>
      <Button
        component="a"
        href={`https://wa.me/${mobileOf(provider.phone) ?? ''}?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noreferrer"
        variant="default"
        data-disabled={nothing || undefined}
        leftSection={<IconBrandWhatsapp size={20} stroke={1.8} aria-hidden="true" />}
      >
        {t('toBuy.whatsapp')}
      </Button>
    </>
  )
}

/** Makes a purchase of the order; for items that were never bought the provider is chosen there. */
function Buying({ provider, typed }: { provider: ToBuyProvider; typed: TypedQuantities }) {
  const { t } = useTranslation()
  const user = useUser().id
  const navigate = useNavigate()
  const items = useBuyables().items
  const [asking, setAsking] = useState(false)
  const nothing = chosenOf(provider, typed).length === 0
  const buy = () => {
    keepDraft(user, draftOf(provider, typed, items), Date.now())
    void navigate('/purchase/create')
  }
  const ask = () => {
    const kept = keptDraft(user)
    if (kept && !isEmpty(kept.draft)) setAsking(true)
    else buy()
  }
  return (
    <>
      <Button disabled={nothing || items.length === 0} onClick={ask}>
        {provider.provider_id == null
          ? t('toBuy.chooseAndBuy')
          : t('toBuy.buy', { sum: money(providerTotal(provider, typed)) })}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={t('toBuy.replaceTitle')}
          text={t('toBuy.replaceText')}
          action={t('toBuy.replace')}
          onConfirm={buy}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
