import {
  IconAlertTriangle,
  IconArrowLeft,
  IconBan,
  IconCloudUp,
  IconDownload,
  IconFileCode,
  IconFileX,
  IconRosetteDiscountCheck,
  IconShieldCheck,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { errorText, isApiError } from '../../api/errors'
import { amount, centimos, dateTime, money } from '../../ui/format'
import { StatePill } from '../../ui/StatePill'
import c from './Consult.module.css'
import { PublicPageFrame } from './PublicPageFrame'
import { type PublicDocument, usePublicDocument } from './queries'

/** Shows a document to whoever holds its printed copy: nothing that a stranger could use. */
export default function FoundScreen() {
  const { t } = useTranslation()
  const token = useParams().token ?? ''
  const found = usePublicDocument(token)
  const unknown = isApiError(found.error) && found.error.code === 'not_found'
  return (
    <PublicPageFrame
      title={found.data?.full_number ?? (unknown ? t('consult.broken') : undefined)}
      foot={
        found.data ? (
          <span className={c.exact}>
            <IconShieldCheck size={18} stroke={1.8} aria-hidden="true" />
            {t('consult.exact')}
          </span>
        ) : undefined
      }
    >
      {found.data ? (
        <Found document={found.data} />
      ) : unknown ? (
        <>
          <h1 className={c.title}>{t('consult.broken')}</h1>
          <p className={c.text}>{t('consult.brokenText')}</p>
        </>
      ) : found.error ? (
        <div className={c.error} role="alert">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          <span>{errorText(found.error)}</span>
        </div>
      ) : (
        <p className={c.text} role="status">
          {t('consult.loading')}
        </p>
      )}
      <Link to="/consulta" className={c.other}>
        <IconArrowLeft size={20} stroke={2} aria-hidden="true" />
        {t(unknown ? 'consult.title' : 'consult.other')}
      </Link>
    </PublicPageFrame>
  )
}

const states = {
  accepted: ['good', IconRosetteDiscountCheck],
  sending: ['info', IconCloudUp],
  rejected: ['bad', IconFileX],
  voided: ['quiet', IconBan],
} as const

function stateOf({ state, is_voided }: PublicDocument): keyof typeof states {
  if (is_voided) return 'voided'
  if (state === 'ACCEPTED' || state === 'OBSERVED') return 'accepted'
  return state === 'REJECTED' ? 'rejected' : 'sending'
}

function Found({ document }: { document: PublicDocument }) {
  const { t } = useTranslation()
  const state = stateOf(document)
  const [tone, icon] = states[state]
  const files = `/api/public/documents/${document.token}`
  const facts: [string, string][] = [
    [t('consult.date'), dateTime(document.issued_at)],
    ...(centimos(document.credited) > 0
      ? [[t('consult.credited'), money(centimos(document.credited))] as [string, string]]
      : []),
    ...(document.changes ? [[t('consult.changes'), document.changes] as [string, string]] : []),
    ...(document.client ? [[t('consult.client'), document.client] as [string, string]] : []),
    [t('consult.igv'), money(centimos(document.igv))],
    [t('consult.hash'), document.hash],
  ]
  return (
    <>
      <article className={c.card} data-voided={document.is_voided || undefined}>
        <StatePill tone={tone} icon={icon} label={t(`consult.states.${state}`)} filled />
        {document.is_demo ? <p className={c.demo}>{t('consult.demo')}</p> : null}
        <p className={c.name}>{document.name}</p>
        <h1 className={c.number}>{document.full_number}</h1>
        <p className={c.total}>
          <span>S/</span> {amount(centimos(document.total))}
        </p>
        <dl className={c.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </article>
      <a className={c.pdf} href={`${files}/pdf?download=true`} download={`${document.full_number}.pdf`}>
        <IconDownload size={22} stroke={2} aria-hidden="true" />
        {t('consult.pdf')}
      </a>
      <a className={c.xml} href={`${files}/xml`} download>
        <IconFileCode size={22} stroke={1.8} aria-hidden="true" />
        {t('consult.xml')}
      </a>
    </>
  )
}
