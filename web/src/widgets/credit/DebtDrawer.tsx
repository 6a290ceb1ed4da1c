import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCash,
  IconCheck,
  IconClock,
  IconFileTypePdf,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDebt } from '../../api/model'
import { useDebt } from '../../data/receivables/queries'
import { may, mayOpen } from '../../session/permissions'
import { useUser } from '../../session/session'
import { Dialog } from '../../ui/Dialog'
import { amount, centimos, dateTime, dayText, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { StatePill } from '../../ui/StatePill'
import past from '../clients/ClientHistory.module.css'
import { CollectDialog, showPdf } from './CollectDialog'
import c from './DebtDrawer.module.css'

type Receivable = ClientDebt['receivables'][number]

interface Props {
  client: { id: number; name: string; document: string }
  onClose: () => void
}

/** Shows all that a client owes, by sale and due date, with what was collected. */
export function DebtDrawer({ client, onClose }: Props) {
  const { t } = useTranslation()
  const debt = useDebt(client.id)
  // The debt that is being collected: the whole (`all`), or that of one sale.
  const [collecting, setCollecting] = useState<Receivable | 'all' | null>(null)
  const collects = may(useUser(), 'collect')
  const due = centimos(debt.data?.due)
  return (
    <Dialog label={t('receivables.debtOf', { name: client.name })} shape="drawer" onClose={onClose}>
      <div className={past.box}>
        <header className={past.head}>
          <div>
            <h2>{client.name}</h2>
            <p>{client.document}</p>
          </div>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </header>
        <div className={past.body}>
          {debt.data ? (
            <Debt debt={debt.data} onCollect={collects ? setCollecting : null} />
          ) : debt.isError ? (
            <Failed title={t('receivables.failed')} error={debt.error} onRetry={() => void debt.refetch()} />
          ) : (
            <Loading label={t('receivables.debt')} />
          )}
        </div>
        {collects && due > 0 ? (
          <footer className={c.foot}>
            <Button
              fullWidth
              className={c.go}
              leftSection={<IconCash size={22} stroke={1.9} aria-hidden="true" />}
              onClick={() => setCollecting('all')}
            >
              {t('receivables.collect')}
            </Button>
          </footer>
        ) : null}
      </div>
      {collecting && debt.data ? (
        <CollectDialog
          debt={debt.data}
          receivable={collecting === 'all' ? null : collecting}
          onClose={() => setCollecting(null)}
        />
      ) : null}
    </Dialog>
  )
}

function Debt({
  debt,
  onCollect,
}: {
  debt: ClientDebt
  onCollect: ((receivable: Receivable) => void) | null
}) {
  const { t } = useTranslation()
  return (
    <>
      {debt.receivables.length === 0 ? (
        <Empty title={t('receivables.owesNothing')} text={t('receivables.owesNothingText')} />
      ) : (
        <dl className={c.sums}>
          <div>
            <dt>{t('receivables.due')}</dt>
            <dd>{money(centimos(debt.due))}</dd>
          </div>
          <div data-bad={centimos(debt.overdue) > 0 || undefined}>
            <dt>{t('receivables.overdue')}</dt>
            <dd>{money(centimos(debt.overdue))}</dd>
          </div>
        </dl>
      )}
      {debt.receivables.map((row) => (
        <Sale
          key={row.id}
          row={row}
          onCollect={onCollect && debt.receivables.length > 1 ? onCollect : null}
        />
      ))}
      {debt.collections.length > 0 ? (
        <section aria-label={t('receivables.collections')}>
          <h3 className={c.title}>{t('receivables.collections')}</h3>
          <ul className={past.list}>
            {debt.collections.map((made) => (
              <li key={made.id}>
                <span>
                  <b>
                    {made.full_number} · {made.name}
                  </b>
                  <span>{[dateTime(made.created_at), made.user_name].join(' · ')}</span>
                </span>
                <div className={c.made}>
                  <b>{money(centimos(made.amount))}</b>
                  <IconButton
                    label={t('receivables.receipt', { receipt: made.full_number })}
                    onClick={() => void showPdf(made.id, t('payments.pdfFailed'))}
                  >
                    <IconFileTypePdf size={20} stroke={1.8} aria-hidden="true" />
                  </IconButton>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

function Sale({ row, onCollect }: { row: Receivable; onCollect: ((row: Receivable) => void) | null }) {
  const { t } = useTranslation()
  const seesDocuments = mayOpen(useUser(), '/documents')
  return (
    <section className={c.sale} aria-label={row.document}>
      <header className={c.saleHead}>
        <div>
          <h3>
            {seesDocuments ? (
              <Link to={`/documents?period=all&client=${row.client_id}`}>{row.document}</Link>
            ) : (
              row.document
            )}
          </h3>
          <p>
            {t('receivables.soldOn', { day: dayText(row.sold_on), amount: amount(centimos(row.amount)) })}
          </p>
        </div>
        <b>{money(centimos(row.due))}</b>
      </header>
      <ul className={c.dates}>
        {row.instalments.map((each) => {
          const open = centimos(each.due)
          return (
            <li key={each.due_on} data-settled={open === 0 || undefined}>
              <span>{dayText(each.due_on)}</span>
              {open === 0 ? (
                <StatePill tone="good" icon={IconCheck} label={t('receivables.states.settled')} />
              ) : each.is_overdue ? (
                <StatePill tone="bad" icon={IconAlertTriangle} label={t('receivables.states.overdue')} />
              ) : (
                <StatePill tone="quiet" icon={IconClock} label={t('receivables.states.toCome')} />
              )}
              <b>
                {open > 0 && open < centimos(each.amount)
                  ? t('receivables.partOf', { open: amount(open), amount: amount(centimos(each.amount)) })
                  : amount(centimos(open === 0 ? each.amount : each.due))}
              </b>
            </li>
          )
        })}
      </ul>
      {onCollect ? (
        <Button variant="default" size="md" onClick={() => onCollect(row)}>
          {t('receivables.collectThis')}
        </Button>
      ) : null}
    </section>
  )
}
