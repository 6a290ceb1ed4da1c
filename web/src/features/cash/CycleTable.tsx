import { Table } from '@mantine/core'
import { IconCheck, IconEye, IconLockOpen2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Cycle } from '../../api/model'
import { amount, centimos, dateTime } from '../../ui/format'
import { StatePill } from '../../ui/StatePill'
import c from './CyclesScreen.module.css'
import { Difference, MethodDifferences } from './Difference'

/** A click on the row opens the cycle; the link in it is for the keyboard. */
export function CycleTable({ rows, onOpen }: { rows: Cycle[]; onOpen: (cycle: Cycle) => void }) {
  const { t } = useTranslation()
  return (
    <Table className={c.table} verticalSpacing={0} horizontalSpacing="md" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('cash.cashbox')}</Table.Th>
          <Table.Th className={c.beside}>{t('cash.openedColumn')}</Table.Th>
          <Table.Th className={c.widest}>{t('cash.closedColumn')}</Table.Th>
          <Table.Th className={`${c.right} ${c.widest}`}>{t('cash.began')}</Table.Th>
          <Table.Th className={`${c.right} ${c.wide}`}>{t('cash.countedColumn')}</Table.Th>
          <Table.Th className={c.right}>{t('cash.difference')}</Table.Th>
          <Table.Th>{t('cash.status')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((cycle) => (
          <Table.Tr key={cycle.id} className={c.row} onClick={() => onOpen(cycle)}>
            <Table.Td>
              <Link to={`/cashbox-cycles/${cycle.id}/detail`} className={c.two}>
                <b>{cycle.cashbox_name}</b>
                <span>{cycle.user_name}</span>
                <span className={c.beside}>{cycle.turn_name}</span>
                <span className={c.below}>{dateTime(cycle.opened_at)}</span>
              </Link>
            </Table.Td>
            <Table.Td className={c.beside}>{dateTime(cycle.opened_at)}</Table.Td>
            <Table.Td className={c.widest}>{cycle.closed_at ? dateTime(cycle.closed_at) : '—'}</Table.Td>
            <Table.Td className={`${c.right} ${c.widest}`}>{amount(centimos(cycle.open_amount))}</Table.Td>
            <Table.Td className={`${c.right} ${c.wide}`}>
              {cycle.close_amount == null ? '—' : amount(centimos(cycle.close_amount))}
            </Table.Td>
            <Table.Td className={c.right}>
              {cycle.difference == null ? (
                '—'
              ) : (
                <>
                  <Difference value={centimos(cycle.difference)} />
                  <MethodDifferences of={cycle.count?.differences ?? {}} />
                </>
              )}
            </Table.Td>
            <Table.Td>
              {cycle.status === 'OPEN' ? (
                <StatePill filled tone="good" icon={IconLockOpen2} label={t('cash.isOpen')} />
              ) : cycle.to_review ? (
                <StatePill filled tone="warning" icon={IconEye} label={t('cash.toReviewShort')} />
              ) : (
                <StatePill filled tone="quiet" icon={IconCheck} label={t('cash.isClosed')} />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
