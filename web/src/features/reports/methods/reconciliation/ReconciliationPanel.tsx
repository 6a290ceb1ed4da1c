import { Button } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reconciliation } from '../../../../api/model'
import { may } from '../../../../session/permissions'
import { useUser } from '../../../../session/session'
import { centimos, money } from '../../../../ui/format'
import { Failed, Loading } from '../../../../ui/LoadState'
import { Card } from '../../../../ui/OfficePage'
import { useNarrow } from '../../../../ui/viewport'
import { FileMenu } from '../../../../widgets/sheets/FileMenu'
import { CaseCards } from './CaseCards'
import { CaseTable } from './CaseTable'
import { ClearDialog } from './ClearDialog'
import { Matched } from './Matched'
import { type Days, useReconciliation } from './queries'
import c from './Reconciliation.module.css'
import { StatementFile } from './StatementFile'
import { Summary } from './Summary'
import { useCaseActions } from './useCaseActions'

interface Props {
  option: number
  days: Days
  /** True when the report is narrowed to a person or a cash box, which no statement file knows. */
  narrowed: boolean
}

/** Compares the collections of a way to pay with the statement file of the company that pays them out. */
export function ReconciliationPanel({ option, days, narrowed }: Props) {
  const { t } = useTranslation()
  const reconciliation = useReconciliation(option, days)
  const mayBring = may(useUser(), 'reconcile')
  const found = reconciliation.data
  if (!found)
    return (
      <Card>
        {reconciliation.isError ? (
          <Failed
            title={t('reconciliation.failed')}
            error={reconciliation.error}
            onRetry={() => void reconciliation.refetch()}
          />
        ) : (
          <Loading label={t('reconciliation.loading')} rows={4} height={56} />
        )}
      </Card>
    )
  return (
    <StatementFile
      found={found}
      days={days}
      mayBring={mayBring}
      title={<Title found={found} narrowed={narrowed} />}
    >
      <Found found={found} days={days} />
    </StatementFile>
  )
}

/** Shows the conclusion in one sentence, and what it is made of. */
function Title({ found, narrowed }: { found: Reconciliation; narrowed: boolean }) {
  const { t } = useTranslation()
  const { name, statements, to_clear, operations, matched, missing_days } = found
  const difference = centimos(found.totals.difference)
  const leftOut = statements.reduce((sum, statement) => sum + statement.left_out, 0)
  const answer = t(`reconciliation.${difference === 0 ? 'same' : difference > 0 ? 'more' : 'less'}`, {
    name,
    amount: money(Math.abs(difference)),
  })
  const rest = to_clear > 0 ? t('reconciliation.toClear', { count: to_clear }) : t('reconciliation.allClear')
  const facts = [
    statements.length > 0
      ? `${t('reconciliation.matched', { matched: matched.count, count: operations })}.`
      : '',
    statements.length > 0 && missing_days > 0 ? t('reconciliation.missing', { count: missing_days }) : '',
    leftOut > 0 ? t('reconciliation.leftOut', { count: leftOut }) : '',
    narrowed ? t('reconciliation.whole') : '',
  ]
  return (
    <div role="status">
      <h2>{statements.length > 0 ? `${answer}; ${rest}` : t('reconciliation.title', { name })}</h2>
      <p>{facts.filter(Boolean).join(' ')}</p>
    </div>
  )
}

function Found({ found, days }: { found: Reconciliation; days: Days }) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const list = useId()
  const [all, setAll] = useState(false)
  const work = useCaseActions(found.payment_option_id, days)
  const { matched, cleared, to_clear } = found
  return (
    <>
      <Summary found={found} />
      {found.cases.length === 0 ? null : narrow ? (
        <CaseCards found={found} work={work} />
      ) : (
        <CaseTable found={found} work={work} />
      )}
      {to_clear + cleared.count > found.cases.length ? (
        <p className={c.listed}>{t('reconciliation.listed')}</p>
      ) : null}
      <footer className={c.foot}>
        <p>
          <b>
            <IconCheck size={17} stroke={2.2} aria-hidden="true" />
            {t('reconciliation.agree', { count: matched.count })}
          </b>{' '}
          {t('reconciliation.kept', { amount: money(centimos(matched.file)) })}
        </p>
        <div>
          <FileMenu
            label={t('reconciliation.export')}
            name={t('reconciliation.title', { name: found.name })}
            path={`/payment-method-report/reconciliation/${found.payment_option_id}/file`}
            query={{ ...days }}
            words={(format) => ({
              label: t(`report.file.${format}.label`),
              text: t(`report.file.${format}.text`),
            })}
          />
          {matched.count > 0 ? (
            <Button
              variant="subtle"
              color="gray"
              aria-expanded={all}
              aria-controls={list}
              className={c.all}
              rightSection={<IconChevronDown size={18} stroke={2} aria-hidden="true" />}
              onClick={() => setAll(!all)}
            >
              {t(all ? 'reconciliation.hideAll' : 'reconciliation.seeAll')}
            </Button>
          ) : null}
        </div>
      </footer>
      <div id={list}>{all ? <Matched found={found} days={days} work={work} /> : null}</div>
      {work.clearing ? (
        <ClearDialog
          found={work.clearing}
          name={found.name}
          busy={work.noting}
          onClear={work.note}
          onClose={work.close}
        />
      ) : null}
    </>
  )
}
