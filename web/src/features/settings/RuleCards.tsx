import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { GlobalSettings } from '../../api/model'
import { catalogKeys } from '../../data/catalog/keys'
import { useCourses } from '../../data/catalog/selectOptions'
import { floorKeys } from '../../data/floor/keys'
import { inventoryKeys } from '../../data/inventory/keys'
import { settingsStale, useZones } from '../../data/settings/queries'
import { useHouse } from '../../session/house'
import { DateField, TimeField } from '../../ui/form/DateField'
import { FormCard } from '../../ui/form/FormCard'
import { MoneyField, QuantityField, SwitchField } from '../../ui/form/fields'
import { SelectField } from '../../ui/form/SelectField'
import { money, today } from '../../ui/format'
import { plusDays } from '../../ui/zone'
import { MovedReservations } from './MovedReservations'

interface Props {
  settings: GlobalSettings
}

/* One card of rules: it sends the values that it shows. */
function Rules(props: { title: string; start: Record<string, unknown>; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <FormCard
      key={JSON.stringify(props.start)}
      title={props.title}
      entity={{ name: t('global.entity'), done: t('global.saved') }}
      start={props.start}
      save={(_, key, changed) => write('PUT', '/global-settings', key, changed)}
      stale={[...settingsStale, catalogKeys.all, floorKeys.all, inventoryKeys.all]}
    >
      {props.children}
    </FormCard>
  )
}

export function SaleCard({ settings: s }: Props) {
  const { t } = useTranslation()
  return (
    <Rules
      title={t('global.sale')}
      start={{
        delivery_charge: s.delivery_charge,
        delivery_app_enabled: s.delivery_app_enabled,
        app_delivery_charge: s.app_delivery_charge,
        service_percent: s.service_percent,
        prices_include_service: s.prices_include_service,
        tip_on_document: s.tip_on_document,
        negative_stock: s.negative_stock,
      }}
    >
      <MoneyField
        name="delivery_charge"
        label={t('global.deliveryCharge')}
        description={t('global.deliveryChargeText')}
      />
      <SwitchField
        name="delivery_app_enabled"
        label={t('global.deliveryApp')}
        description={t('global.deliveryAppText')}
      />
      <SwitchField
        name="app_delivery_charge"
        label={t('global.appCharge')}
        description={t('global.appChargeText')}
      />
      <QuantityField
        name="service_percent"
        label={t('global.service')}
        description={t('global.serviceText')}
        decimals={2}
        unit="%"
      />
      <SwitchField
        name="prices_include_service"
        label={t('global.serviceIncluded')}
        description={t('global.serviceIncludedText')}
      />
      <SwitchField name="tip_on_document" label={t('global.tip')} description={t('global.tipText')} />
      <SwitchField
        name="negative_stock"
        label={t('global.negative')}
        description={t('global.negativeText')}
      />
    </Rules>
  )
}

export function RoomCard({ settings: s }: Props) {
  const { t } = useTranslation()
  const hasCourses = (useCourses().data?.length ?? 0) > 0
  return (
    <Rules
      title={t('global.room')}
      start={{
        ask_persons: s.ask_persons,
        waiters_share_tables: s.waiters_share_tables,
        cleaning_enabled: s.cleaning_enabled,
        hour_production: String(s.hour_production),
        print_held_courses: s.print_held_courses,
      }}
    >
      <SwitchField
        name="ask_persons"
        label={t('global.askPersons')}
        description={t('global.askPersonsText')}
      />
      <SwitchField
        name="waiters_share_tables"
        label={t('global.share')}
        description={t('global.shareText')}
      />
      <SwitchField
        name="cleaning_enabled"
        label={t('global.cleaning')}
        description={t('global.cleaningText')}
      />
      <QuantityField
        name="hour_production"
        label={t('global.hours')}
        description={t('global.hoursText')}
        decimals={0}
        unit="h"
      />
      {hasCourses ? (
        <SwitchField
          name="print_held_courses"
          label={t('global.heldCourses')}
          description={t('global.heldCoursesText')}
        />
      ) : null}
    </Rules>
  )
}

export function CashCard({ settings: s }: Props) {
  const { t } = useTranslation()
  return (
    <Rules
      title={t('global.cash')}
      start={{ cash_tolerance: s.cash_tolerance, cash_rounding: s.cash_rounding }}
    >
      <MoneyField
        name="cash_tolerance"
        label={t('global.tolerance')}
        description={t('global.toleranceText')}
      />
      <SwitchField
        name="cash_rounding"
        label={t('global.rounding', { step: money(10) })}
        description={t('global.roundingText')}
      />
    </Rules>
  )
}

/** Edits the day up to which stock is closed, whether costs include IGV, and the target margin. */
export function StockCard({ settings: s }: Props) {
  const { t } = useTranslation()
  return (
    <Rules
      title={t('global.stock')}
      start={{
        books_closed_until: s.books_closed_until ?? null,
        cost_with_igv: s.cost_with_igv,
        target_margin: s.target_margin,
      }}
    >
      <DateField
        name="books_closed_until"
        label={t('global.closedUntil')}
        description={t('global.closedUntilText')}
        max={plusDays(today(), -1)}
      />
      <SwitchField
        name="cost_with_igv"
        label={t('global.costWithIgv')}
        description={t('global.costWithIgvText')}
      />
      <QuantityField
        name="target_margin"
        label={t('global.targetMargin')}
        description={t('global.targetMarginText')}
        decimals={2}
        unit="%"
      />
    </Rules>
  )
}

export function ClockCard({ settings: s }: Props) {
  const { t } = useTranslation()
  const zones = useZones().data?.rows ?? []
  const known = zones.some((zone) => zone.id === s.time_zone)
  const offered = known ? zones : [{ id: s.time_zone, offset: '' }, ...zones]
  return (
    <Rules
      title={t('global.clock')}
      start={{ time_zone: s.time_zone, business_day_start: s.business_day_start }}
    >
      <SelectField
        name="time_zone"
        label={t('global.zone')}
        options={offered.map((zone) => ({
          value: zone.id,
          label: [zone.id.replaceAll('_', ' '), zone.offset && `UTC${zone.offset}`]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
      <MovedReservations zone={s.time_zone} />
      <TimeField name="business_day_start" label={t('global.start')} description={t('global.startText')} />
    </Rules>
  )
}

export function LanguageCard({ settings: s }: Props) {
  const { t } = useTranslation()
  const symbol = useHouse((house) => house.currency_symbol)
  return (
    <Rules title={t('global.language')} start={{ locale: s.locale }}>
      <SelectField
        name="locale"
        label={t('global.locale')}
        description={t('global.localeText')}
        options={[
          { value: 'es_pe', label: t('global.locales.es_pe', { symbol }) },
          { value: 'es_ar', label: t('global.locales.es_ar', { symbol }) },
        ]}
      />
    </Rules>
  )
}
