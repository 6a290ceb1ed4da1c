import { Button } from '@mantine/core'
import { IconHistory, IconLink, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PaperDraft } from '../../../api/model'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { dayText } from '../../../ui/format'
import { Failed } from '../../../ui/LoadState'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { ChooseFile } from './ChooseFile'
import c from './FromXml.module.css'
import { PaperLineRow } from './PaperLineRow'
import { PaperCounts, PaperNotes, PaperSums } from './PaperSums'
import { type FromXmlState, useFromXml } from './useFromXml'

/** Records a purchase from the supplier's own file: their words at the left, the items that enter stock at the right. */
export function FromXmlScreen() {
  const { t } = useTranslation()
  const work = useFromXml()
  const { paper, stock } = work
  return (
    <OfficePage
      title={t('purchases.xml.title')}
      back={{ to: '/purchase', label: t('purchases.back') }}
      summary={paper ? headOf(paper, t(`purchases.papers.${paper.document}`)) : t('purchases.xml.text')}
      actions={
        paper ? (
          <Button
            variant="default"
            leftSection={<IconX size={20} stroke={1.9} aria-hidden="true" />}
            onClick={work.discard}
          >
            {t('purchases.discard')}
          </Button>
        ) : null
      }
    >
      {stock.error ? (
        <Failed title={t('purchases.noItems')} error={stock.error} onRetry={stock.retry} />
      ) : paper ? (
        <Found work={work} paper={paper} />
      ) : (
        <ChooseFile work={work} />
      )}
    </OfficePage>
  )
}

const headOf = (paper: PaperDraft, document: string) =>
  [
    paper.provider.name || `RUC ${paper.provider.document}`,
    `${document} ${paper.serie}-${paper.number}`,
    `${dayText(paper.date)} ${paper.time ?? ''}`.trim(),
  ].join(' · ')

function Found({ work, paper }: { work: FromXmlState; paper: PaperDraft }) {
  const { t } = useTranslation()
  const [replacing, setReplacing] = useState(false)
  const { answers, stock, blocked } = work
  const missing = work.counts.asked + work.counts.open
  return (
    <div className={c.page}>
      <div className={c.columns}>
        <div className={c.left}>
          <Restored work={work} />
          <PaperNotes paper={paper} />
          {paper.lines.length > 0 ? (
            <Card label={t('purchases.items')}>
              <div className={c.head} aria-hidden="true">
                <span>{t('purchases.xml.says')}</span>
                <span />
                <span>{t('purchases.xml.enters')}</span>
                <span>{t('purchases.totalIn')}</span>
              </div>
              <ul className={c.lines} aria-label={t('purchases.items')}>
                {work.order.map((at) => {
                  const [line, answer] = [paper.lines[at], answers[at]]
                  return line && answer ? (
                    <PaperLineRow
                      key={line.number}
                      line={line}
                      answer={answer}
                      items={stock.items}
                      units={stock.units}
                      onAnswer={(said) => work.answer(at, said)}
                    />
                  ) : null
                })}
              </ul>
              <p className={c.foot}>
                <IconLink size={20} stroke={1.8} aria-hidden="true" />
                {t('purchases.xml.remembered')}
              </p>
            </Card>
          ) : null}
        </div>
        <div className={c.right}>
          <PaperSums paper={paper} />
          {paper.lines.length > 0 ? <PaperCounts work={work} /> : null}
          <div className={c.go}>
            <Button
              fullWidth
              className={c.goOn}
              disabled={blocked !== null}
              loading={work.isGoing}
              onClick={() => (work.hasDraft() ? setReplacing(true) : work.go())}
            >
              {t('purchases.xml.go')}
            </Button>
            <p role="status">
              {blocked === 'twin' && paper.existing ? (
                <>
                  {t('purchases.xml.twin')}{' '}
                  <Link to={`/purchase/detail/${paper.existing.id}`}>
                    {t('purchases.xml.seeTwin', { number: paper.existing.full_number })}
                  </Link>
                </>
              ) : blocked === 'missing' ? (
                t('purchases.xml.missing', { count: missing })
              ) : (
                t(blocked === 'onlyFreight' ? 'purchases.xml.onlyFreight' : 'purchases.xml.nothingYet')
              )}
            </p>
          </div>
        </div>
      </div>
      {replacing ? (
        <ConfirmDialog
          title={t('purchases.xml.replace')}
          text={t('purchases.xml.replaceText')}
          action={t('purchases.xml.replaceYes')}
          onConfirm={() => {
            setReplacing(false)
            work.go()
          }}
          onClose={() => setReplacing(false)}
        />
      ) : null}
    </div>
  )
}

/** Says that a reload lost nothing, and offers to begin anew. */
function Restored({ work: { restored, discard } }: { work: FromXmlState }) {
  const { t } = useTranslation()
  if (!restored) return null
  return (
    <p className={c.restored} role="status">
      <IconHistory size={20} stroke={1.8} aria-hidden="true" />
      <span>
        {t('purchases.xml.restored')}{' '}
        {restored.file ? t('purchases.xml.fileGone', { name: restored.file }) : null}
      </span>
      <Button variant="subtle" onClick={discard}>
        {t('purchases.xml.again')}
      </Button>
    </p>
  )
}
