import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { RegisterCheck, SalesRegister } from '../../../api/model'
import { useHouse } from '../../../session/house'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { centimos, money } from '../../../ui/format'
import { evidenceOf, shownChecks } from './checks'
import p from './Parts.module.css'
import c from './Register.module.css'

/* More items than these cannot be read at a glance. */
const few = 4

/** Lists what to check before the register is handed in, each with where it was found. */
export function CheckList({ register }: { register: SalesRegister }) {
  const { t } = useTranslation()
  const shown = shownChecks(register.checks)
  const failed = shown.filter((check) => !check.ok).length
  const title = failed === 0 ? t('register.fine') : t('register.toMend', { count: failed })
  return (
    <section className={c.card} aria-label={title}>
      <header className={c.head}>
        <h2>{title}</h2>
        <p>{t('register.checksText')}</p>
      </header>
      <ul className={p.checks}>
        {shown.map((check) => (
          <li key={check.code} data-ok={check.ok}>
            {check.ok ? (
              <IconCircleCheck size={22} stroke={2} aria-hidden="true" />
            ) : (
              <IconAlertTriangle size={22} stroke={2} aria-hidden="true" />
            )}
            {check.ok ? <Fine check={check} register={register} /> : <Wrong check={check} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const useLimit = () => money(centimos(useHouse((house) => house.max_unnamed_boleta)))

function Fine({ check, register }: { check: RegisterCheck; register: SalesRegister }) {
  const { t } = useTranslation()
  const limit = useLimit()
  const { series, totals } = register
  // All of them were issued again or voided, or this check would have failed.
  const settled = totals.rejected
  const proof = () => {
    switch (check.code) {
      case 'NUMBERING_GAP':
        return t('register.proof.NUMBERING_GAP', {
          count: series.length,
          documents: t('register.documents', { count: totals.count }),
        })
      case 'VOID_NOT_TOLD':
        return totals.voided > 0 ? t('register.proof.VOID_NOT_TOLD', { count: totals.voided }) : null
      case 'REJECTED':
        return settled > 0 ? t('register.proof.REJECTED', { count: settled }) : null
      case 'TOTALS_DIFFER':
        return t('register.proof.TOTALS_DIFFER')
      case 'UNNAMED_BOLETA':
        return t('register.proof.UNNAMED_BOLETA', { limit })
      default:
        return null
    }
  }
  const said = proof()
  const { code } = check
  // These checks are mentioned only when they fail.
  if (code === 'NO_RUC' || code === 'FUTURE_MONTH' || code === 'EMPTY_MONTH') return null
  return (
    <div>
      <b>{t(code === 'REJECTED' && settled > 0 ? 'register.ok.REJECTED_SETTLED' : `register.ok.${code}`)}</b>
      {said ? <span>{said}</span> : null}
    </div>
  )
}

function Wrong({ check }: { check: RegisterCheck }) {
  const { t } = useTranslation()
  const limit = useLimit()
  const mends = may(useUser(), 'settings')
  const evidence = evidenceOf(check, (from, to) => t('register.range', { from, to }))
  const beyond = check.count - evidence.length
  const ofDocuments = check.documents.length > 0
  return (
    <div>
      <b>{t(`register.wrong.${check.code}`, { count: check.count, limit })}</b>
      <span>{t(`register.advice.${check.code}`, { count: check.count })}</span>
      {check.code === 'NO_RUC' && mends ? (
        <Link className={p.way} to="/company-info">
          {t('register.toCompany')}
        </Link>
      ) : null}
      {evidence.length > 0 ? <Evidence texts={evidence.slice(0, few)} linked={ofDocuments} /> : null}
      {evidence.length > few ? (
        <details className={p.rest}>
          <summary>{t('register.seeAll', { count: check.count })}</summary>
          <Evidence texts={evidence.slice(few)} linked={ofDocuments} />
          {beyond > 0 ? <span>{t('register.notListed', { count: beyond })}</span> : null}
        </details>
      ) : null}
    </div>
  )
}

/** Shows documents with links, or numbers without a link because there is no document. */
function Evidence({ texts, linked }: { texts: string[]; linked: boolean }) {
  return (
    <ul className={p.evidence}>
      {texts.map((text) => (
        <li key={text}>
          {linked ? <Link to={`/documents?period=all&q=${encodeURIComponent(text)}`}>{text}</Link> : text}
        </li>
      ))}
    </ul>
  )
}
