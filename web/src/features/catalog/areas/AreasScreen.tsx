import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { list, write } from '../../../api/client'
import type { ProductionArea } from '../../../api/model'
import { catalogKeys } from '../../../data/catalog/keys'
import { kitchenKeys } from '../../../data/kitchen/keys'
import { printingKeys } from '../../../data/printing/keys'
import { FormDrawer } from '../../../ui/form/FormDrawer'
import { QuantityField, StatusField, TextField } from '../../../ui/form/fields'
import { FormGroup, FormRow } from '../../../ui/form/Group'
import { inSmallLetters } from '../../../ui/format'
import { ListScreen } from '../../../ui/list/ListScreen'
import type { Column } from '../../../ui/list/types'
import { useStatusFilter } from '../../../ui/list/useStatusFilter'
import c from './Areas.module.css'

/** The server's name of the cash box's area, which stays as it is. */
const cashDesk = 'CAJA'

function usePrintersOf() {
  const links = useQuery({
    queryKey: printingKeys.areas,
    queryFn: async ({ signal }) => (await list('/printer-area', undefined, signal)).rows,
  })
  return (area: number) =>
    (links.data ?? []).filter((each) => each.production_area_id === area).map((each) => each.name)
}

/** Lists the production areas, with the minutes after which the kitchen screen warns, and their printers. */
export function AreasScreen() {
  const { t } = useTranslation()
  const status = useStatusFilter(true)
  const printersOf = usePrintersOf()
  const columns = useColumns(printersOf)
  return (
    <ListScreen
      title={t('areas.title')}
      entity={{ name: t('areas.entity'), feminine: true }}
      path="/production-areas"
      queryKey={catalogKeys.areas}
      alsoStale={[kitchenKeys.all]}
      name={(row) => inSmallLetters(row.name)}
      nameLabel={t('areas.one')}
      nameSort="name"
      note={(row) => (row.name === cashDesk ? t('areas.cashDesk') : null)}
      columns={columns}
      filters={[status]}
      search={t('areas.search')}
      summary={(count, active) => t('areas.summary', { count, active })}
      setStatus={(row, wanted, key) => write('PUT', `/production-areas/${row.id}`, key, { status: wanted })}
      remove={(row, key) => write('DELETE', `/production-areas/${row.id}`, key, {})}
      create={{ label: t('areas.new'), short: t('areas.newShort') }}
      empty={{
        title: t('areas.emptyTitle'),
        text: t('areas.emptyText'),
        way: t('areas.way'),
        wayText: t('areas.wayText'),
      }}
      form={(row, close) => (
        <AreaDrawer
          key={row?.id ?? 'new'}
          area={row}
          printers={row ? printersOf(row.id) : []}
          onClose={close}
        />
      )}
    />
  )
}

function useColumns(printersOf: (area: number) => string[]): Column<ProductionArea>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'minutes',
      label: t('areas.minutes'),
      value: (row) =>
        row.name === cashDesk ? (
          '—'
        ) : (
          <span className={c.minutes}>
            {t('areas.minutesOf', { warn: row.warn_minutes, late: row.late_minutes })}
          </span>
        ),
    },
    {
      key: 'printers',
      label: t('areas.printers'),
      from: 'tablet',
      value: (row) =>
        printersOf(row.id).join(', ') || (
          <Link to="/printers" className={c.link}>
            {t('areas.choosePrinter')}
          </Link>
        ),
    },
  ]
}

interface Props {
  area: ProductionArea | null
  printers: string[]
  onClose: () => void
}

function AreaDrawer({ area, printers, onClose }: Props) {
  const { t } = useTranslation()
  const fixed = area?.name === cashDesk
  return (
    <FormDrawer
      title={area ? t('areas.edit') : t('areas.new')}
      entity={{ name: t('areas.entity'), feminine: true }}
      isNew={area === null}
      start={{
        name: area?.name ?? '',
        warn_minutes: String(area?.warn_minutes ?? 8),
        late_minutes: String(area?.late_minutes ?? 15),
        status: area?.status ?? 'ACTIVE',
      }}
      save={(values, key, changed) => {
        const whole = (text: string) => Number.parseInt(text || '0', 10)
        const body = {
          ...changed,
          warn_minutes: whole(values.warn_minutes),
          late_minutes: whole(values.late_minutes),
        }
        return area
          ? write('PUT', `/production-areas/${area.id}`, key, body)
          : write('POST', '/production-areas', key, { ...values, ...body })
      }}
      nameOf={(values) => values.name}
      stale={[catalogKeys.areas, kitchenKeys.all]}
      onClose={onClose}
    >
      <FormGroup>
        <TextField
          name="name"
          label={t('areas.nameField')}
          required
          maxLength={40}
          disabled={fixed}
          description={fixed ? t('areas.isCashDesk') : undefined}
        />
      </FormGroup>
      <FormGroup title={t('areas.minutes')}>
        <FormRow>
          <QuantityField name="warn_minutes" label={t('areas.warn')} unit="min" decimals={0} />
          <QuantityField name="late_minutes" label={t('areas.late')} unit="min" decimals={0} />
        </FormRow>
      </FormGroup>
      <FormGroup title={t('areas.printers')}>
        <p className={c.printers}>
          {printers.length > 0 ? printers.join(', ') : t('areas.noPrinter')}{' '}
          <Link to="/printers" className={c.link}>
            {t('areas.choosePrinter')}
          </Link>
        </p>
        <StatusField label={t('areas.active')} description={t('areas.activeText')} disabled={fixed} />
      </FormGroup>
    </FormDrawer>
  )
}
