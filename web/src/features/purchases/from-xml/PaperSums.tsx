import { IconAlertTriangle, IconCheck, IconHelpCircle, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PaperDraft } from '../../../api/model'
import { amount, centimos, money } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import c from './FromXml.module.css'
import type { FromXmlState } from './useFromXml'

/** Compares the figures of the document with those of its lines. */
export function PaperSums({ paper }: { paper: PaperDraft }) {
  const { t } = useTranslation()
  const { totals, computed } = paper
  const of = (text: string) => (paper.lines.length > 0 ? amount(centimos(text)) : '—')
  const worst = paper.differences.reduce(
    (most, each) => Math.max(most, Math.abs(centimos(each.paper) - centimos(each.lines))),
    0,
  )
  const advance = centimos(totals.advance ?? '0')
  const hasIvap = paper.warnings.includes('IVAP')
  const apart = [
    ['purchases.xml.exempt', centimos(totals.exempt)],
    ['purchases.freight', centimos(totals.freight)],
    ['purchases.discount', advance - centimos(totals.discount)],
    ['purchases.advance', -advance],
    ['purchases.isc', centimos(totals.isc)],
    ['purchases.icbper', centimos(totals.icbper)],
    ['purchases.otherCharges', centimos(totals.other_charges)],
  ] as const
  return (
    <Card label={t('purchases.xml.totals')}>
      <div className={c.sums}>
        <h2>{t('purchases.xml.totals')}</h2>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('purchases.xml.invoice')}</th>
              <th scope="col">{t('purchases.xml.lines')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('purchases.xml.taxed')}</th>
              <td>{amount(centimos(totals.subtotal))}</td>
              <td>{of(computed.subtotal)}</td>
            </tr>
            <tr>
              <th scope="row">{t(hasIvap ? 'purchases.xml.ivap' : 'purchases.xml.igv')}</th>
              <td>{amount(centimos(totals.igv))}</td>
              <td>{of(computed.igv)}</td>
            </tr>
            {apart
              .filter(([, value]) => value !== 0)
              .map(([label, value]) => (
                <tr key={label}>
                  <th scope="row">{t(label)}</th>
                  <td>{amount(value)}</td>
                  <td />
                </tr>
              ))}
            <tr data-total>
              <th scope="row">{t('purchases.xml.total')}</th>
              <td>{amount(centimos(totals.total))}</td>
              <td>{of(computed.total)}</td>
            </tr>
          </tbody>
        </table>
      </div>
      {paper.lines.length === 0 ? (
        <p className={c.verdict}>{t(`purchases.xml.${readOf(paper)}`)}</p>
      ) : worst === 0 ? (
        <p className={c.verdict} data-tone="good">
          <IconCheck size={20} stroke={2.2} aria-hidden="true" />
          {t('purchases.xml.agrees')}
        </p>
      ) : (
        <p className={c.verdict} data-tone="warning">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          {t('purchases.xml.off', { amount: money(worst) })}
        </p>
      )}
    </Card>
  )
}

/* It says which of the texts describes a document without lines. */
const readOf = ({ modifies, document }: PaperDraft) =>
  modifies ? 'noteOnly' : document === 'RECIBO_PUBLICO' ? 'billOnly' : 'headOnly'

/** Says how many lines are ready, and what the others wait for. */
export function PaperCounts({ work }: { work: FromXmlState }) {
  const { t } = useTranslation()
  const { ready, asked, open } = work.counts
  const rows = [
    [<IconCheck key="i" size={20} stroke={2.2} aria-hidden="true" />, 'ready', ready, 'good'],
    [<IconHelpCircle key="i" size={20} stroke={1.9} aria-hidden="true" />, 'asked', asked, 'warning'],
    [<IconAlertTriangle key="i" size={20} stroke={1.9} aria-hidden="true" />, 'none', open, 'warning'],
  ] as const
  return (
    <Card padded label={t('purchases.xml.count', { count: work.answers.length })}>
      <h2 className={c.title}>{t('purchases.xml.count', { count: work.answers.length })}</h2>
      <ul className={c.counts}>
        {rows.map(([icon, name, count, tone]) => (
          <li key={name} data-tone={count > 0 ? tone : undefined}>
            {icon}
            <span>{t(`purchases.xml.${name}`)}</span>
            <b>{count}</b>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Lists the remarks that only a person can judge. */
export function PaperNotes({ paper }: { paper: PaperDraft }) {
  const { t } = useTranslation()
  const { provider } = paper
  const notes = [
    ...(provider.is_new && provider.name !== ''
      ? [t('purchases.xml.newProvider', { name: provider.name, document: provider.document })]
      : []),
    ...(paper.modifies
      ? [
          t(paper.modifies.purchase_id ? 'purchases.xml.changes' : 'purchases.xml.changesUnknown', {
            number: `${paper.modifies.serie}-${paper.modifies.number}`,
          }),
        ]
      : []),
    ...paper.warnings.map((warning) => t(`purchases.xml.warnings.${warning}`)),
    ...(paper.set_aside ?? []).map(({ kind, amount: part }) =>
      t(`purchases.asideTo.${kind}`, { amount: money(centimos(part)) }),
    ),
  ]
  if (notes.length === 0) return null
  return (
    <ul className={c.notes}>
      {notes.map((note) => (
        <li key={note}>
          <IconInfoCircle size={20} stroke={1.8} aria-hidden="true" />
          {note}
        </li>
      ))}
    </ul>
  )
}
