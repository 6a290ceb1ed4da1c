import { Button, Switch } from '@mantine/core'
import { IconCheck, IconChevronRight, IconPrinter, IconUser, IconUserSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BillingType, Client } from '../../api/model'
import { money } from '../../ui/format'
import { Key } from '../../ui/Key'
import c from './DocumentPanel.module.css'
import { documentIcon } from './icons'

interface Props {
  types: BillingType[]
  typeId: number
  client: Client | null
  cashboxName: string | null
  byConsumption: boolean
  print: boolean
  due: number
  /** Why it cannot be collected now, in words; null when it can. */
  blocked: string | null
  busy: boolean
  onType: (id: number) => void
  onClient: () => void
  onByConsumption: (on: boolean) => void
  onPrint: (on: boolean) => void
  onCollect: () => void
}

/** On which document, for whom; and the button that collects. */
export function DocumentPanel(props: Props) {
  const { t } = useTranslation()
  return (
    <section className={c.panel} data-toast-beside="336" aria-label={t('payments.document')}>
      <h2>{t('payments.document')}</h2>
      <div className={c.list} role="radiogroup" aria-label={t('payments.documentKind')}>
        {props.types.map((type) => {
          const Glyph = documentIcon(type)
          const checked = type.id === props.typeId
          return (
            // biome-ignore lint/a11y/useSemanticElements: big keys, not the small circle of a radio
            <button
              key={type.id}
              type="button"
              role="radio"
              aria-checked={checked}
              className={c.document}
              onClick={() => props.onType(type.id)}
            >
              <Glyph size={24} stroke={1.8} aria-hidden="true" />
              <span>
                <b>{type.name}</b>
                {type.serie ? <span>{t('payments.series', { series: type.serie })}</span> : null}
              </span>
              {checked ? <IconCheck size={20} stroke={2.6} aria-hidden="true" /> : null}
            </button>
          )
        })}
      </div>
      <h2>{t('clients.title')}</h2>
      <button type="button" className={c.client} onClick={props.onClient}>
        <span className={c.avatar}>
          <IconUser size={22} stroke={1.8} aria-hidden="true" />
        </span>
        <span>
          <b>{props.client?.display_name ?? t('clients.anonymous')}</b>
          <span>
            {props.client
              ? `${props.client.document_type} ${props.client.document_number ?? ''}`
              : t('clients.noDocument')}
          </span>
        </span>
        <IconChevronRight size={20} aria-hidden="true" />
      </button>
      <button type="button" className={c.lookup} onClick={props.onClient}>
        <IconUserSearch size={20} stroke={1.8} aria-hidden="true" />
        {t('payments.lookup')}
      </button>
      <Switch
        className={c.switch}
        size="md"
        labelPosition="left"
        label={t('payments.byConsumption')}
        description={t('payments.byConsumptionText')}
        checked={props.byConsumption}
        onChange={(event) => props.onByConsumption(event.currentTarget.checked)}
      />
      <Switch
        className={c.switch}
        size="md"
        labelPosition="left"
        label={t('payments.print')}
        description={props.cashboxName ?? undefined}
        checked={props.print}
        onChange={(event) => props.onPrint(event.currentTarget.checked)}
      />
      <div className={c.end}>
        {props.blocked ? <p role="status">{props.blocked}</p> : null}
        <Button
          fullWidth
          className={c.go}
          disabled={props.blocked !== null}
          loading={props.busy}
          leftSection={<IconPrinter size={24} stroke={1.9} aria-hidden="true" />}
          rightSection={<Key onAction>F8</Key>}
          onClick={props.onCollect}
        >
          {t('payments.collect', { amount: money(props.due) })}
        </Button>
      </div>
    </section>
  )
}
