import { Button } from '@mantine/core'
import { IconArrowBackUp, IconLink, IconMessageCheck, IconReceipt, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ReconciliationCase } from '../../../../api/model'
import { popItem } from '../../../../ui/PopMenu'
import { RowMenu } from '../../../../ui/RowMenu'
import c from './Cases.module.css'
import { salesOfDay } from './cases'
import type { CaseActionsState } from './useCaseActions'

/** Shows the next action for a case; users who may clear it find that beside it. */
export function CaseActions({ found, work }: { found: ReconciliationCase; work: CaseActionsState }) {
  const { t } = useTranslation()
  const { operation, line, mark } = found
  const name =
    operation?.document ||
    operation?.operation_number ||
    line?.operation_number ||
    t('reconciliation.noNumber')
  const sale = useSaleLink(found)
  const link = sale ? (
    <Button component={Link} variant="default" to={sale.to} aria-label={`${sale.label}: ${name}`}>
      {sale.label}
    </Button>
  ) : null
  if (mark)
    return (
      <div className={c.actions}>
        {work.may ? (
          <UndoButton
            mark={mark.mark}
            name={name}
            busy={work.undoing === mark.id}
            onUndo={() => work.undo(mark.id)}
          />
        ) : (
          link
        )}
      </div>
    )
  if (!work.may) return <div className={c.actions}>{link}</div>
  const clear = (
    <Button
      variant="default"
      aria-label={`${t('reconciliation.clear')}: ${name}`}
      onClick={() => work.clear(found)}
    >
      {t('reconciliation.clear')}
    </Button>
  )
  return (
    <div className={c.actions}>
      {found.kind === 'LIKELY' ? (
        <Button
          loading={work.joining === found}
          aria-label={`${t('reconciliation.join')}: ${name}`}
          leftSection={<IconLink size={18} stroke={2} aria-hidden="true" />}
          onClick={() => work.join(found)}
        >
          {t('reconciliation.join')}
        </Button>
      ) : (
        (link ?? clear)
      )}
      <RowMenu label={t('reconciliation.actions', { name })}>
        <button type="button" className={popItem} onClick={() => work.clear(found)}>
          <IconMessageCheck size={20} stroke={1.8} aria-hidden="true" />
          {t('reconciliation.clear')}
        </button>
        {sale ? (
          <Link to={sale.to} className={popItem}>
            <sale.Glyph size={20} stroke={1.8} aria-hidden="true" />
            {sale.label}
          </Link>
        ) : null}
      </RowMenu>
    </div>
  )
}

/** Returns the way to the sale of a case, or to the sales of the day of a line that has none. */
function useSaleLink({ operation, line }: ReconciliationCase) {
  const { t } = useTranslation()
  if (operation?.billing_id != null)
    return {
      to: `/documents?period=all&doc=${operation.billing_id}`,
      label: t('reconciliation.seeSale'),
      Glyph: IconReceipt,
    }
  if (operation || !line) return null
  return { to: salesOfDay(line.business_day), label: t('reconciliation.findSale'), Glyph: IconSearch }
}

interface UndoProps {
  mark: NonNullable<ReconciliationCase['mark']>['mark']
  name: string
  busy: boolean
  onUndo: () => void
}

function UndoButton({ mark, name, busy, onUndo }: UndoProps) {
  const { t } = useTranslation()
  const label = t(mark === 'JOINED' ? 'reconciliation.apart' : 'reconciliation.undo')
  return (
    <Button
      variant="default"
      loading={busy}
      aria-label={`${label}: ${name}`}
      leftSection={<IconArrowBackUp size={18} stroke={1.9} aria-hidden="true" />}
      onClick={onUndo}
    >
      {label}
    </Button>
  )
}
