import { Button } from '@mantine/core'
import { IconCheck, IconLink, IconPrinter, IconUsersPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { list, write } from '../../../api/client'
import type { FirstUse } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { printingKeys } from '../../../data/printing/keys'
import { settingsKeys } from '../../../data/settings/keys'
import { StatePill } from '../../../ui/StatePill'
import { useWrite } from '../../../ui/useWrite'
import c from './FirstUse.module.css'

type Facts = FirstUse['facts']

/** Asks for a printer, and for the other people who work here. */
export function PrintersStep({ facts }: { facts: Facts }) {
  const { t } = useTranslation()
  return (
    <div>
      <PrinterPart facts={facts} />
      <section className={c.part}>
        <div>
          <h3>{t('firstUse.printers.people')}</h3>
        </div>
        <Button
          component={Link}
          to="/users"
          variant="default"
          size="lg"
          leftSection={<IconUsersPlus size={20} stroke={1.8} aria-hidden="true" />}
        >
          {t('firstUse.printers.people')}
        </Button>
      </section>
    </div>
  )
}

function PrinterPart({ facts }: { facts: Facts }) {
  const { t } = useTranslation()
  const use = useVirtualPrinter()
  const ready = facts.printers > 0 && facts.areas_without_printer === 0
  return (
    <section className={c.part}>
      <div>
        <h3>{ready ? t('firstUse.printers.ready') : t('firstUse.printers.virtual')}</h3>
        <p>{t('firstUse.printers.virtualText')}</p>
      </div>
      {ready ? (
        <StatePill tone="good" icon={IconCheck} label={t('firstUse.printers.ready')} />
      ) : (
        <Button
          size="lg"
          loading={use.isPending}
          leftSection={<IconPrinter size={20} stroke={1.8} aria-hidden="true" />}
          onClick={() => use.mutate(undefined)}
        >
          {facts.printers > 0 ? t('firstUse.printers.cover') : t('firstUse.printers.virtual')}
        </Button>
      )}
      <Button
        component={Link}
        to="/printers?pair=1"
        variant="default"
        size="lg"
        leftSection={<IconLink size={20} stroke={1.8} aria-hidden="true" />}
      >
        {t('firstUse.printers.real')}
      </Button>
    </section>
  )
}

/** Makes a virtual printer for every area that has none and for the cash boxes; an older one takes them over. */
function useVirtualPrinter() {
  const { t } = useTranslation()
  return useWrite(
    async (_: undefined, key) => {
      const [printers, areas, cashboxes] = await Promise.all([
        list('/printers', { page: false }),
        list('/production-areas', { page: false }),
        list('/cashboxes', { page: false }),
      ])
      const served = new Set(printers.rows.flatMap((printer) => printer.production_area_ids))
      const free = areas.rows.map((area) => area.id).filter((id) => !served.has(id))
      const virtual = printers.rows.find((printer) => printer.type === 'VIRTUAL')
      if (virtual) {
        const production_area_ids = [...virtual.production_area_ids, ...free]
        return write('PUT', `/printers/${virtual.id}`, key, { production_area_ids })
      }
      return write('POST', '/printers', key, {
        name: t('firstUse.printers.virtualName'),
        type: 'VIRTUAL',
        production_area_ids: free,
        cashbox_ids: cashboxes.rows.map((box) => box.id),
      })
    },
    {
      onSuccess: () => {
        for (const queryKey of [settingsKeys.firstUse, printingKeys.all])
          void queryClient.invalidateQueries({ queryKey })
      },
    },
  )
}
