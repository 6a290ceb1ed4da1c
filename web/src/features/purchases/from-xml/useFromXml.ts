import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { upload, write } from '../../../api/client'
import { errorText, fieldErrors } from '../../../api/errors'
import type { PaperDraft } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { providerKeys } from '../../../data/providers/keys'
import { useUser } from '../../../session/session'
import { useWrite } from '../../../ui/useWrite'
import { type DraftProvider, isEmpty, keepDraft, keptDraft } from '../draft'
import { useBuyables } from '../queries'
import { countAnswers, draftOf, firstAnswer, type LineAnswer, lineOrder } from './answers'
import { keepFile } from './keptFile'
import { dropPaper, keepPaper, keptPaper } from './keptPaper'

export const mostBytes = 2 * 1024 * 1024

type Source = { file: File; mark: string } | { qr: string }

/** Returns the document that was read, and a person's answers: this tab keeps them over a reload, until the purchase is made. */
export function useFromXml() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser().id
  const stock = useBuyables()
  const [start] = useState(() => keptPaper(user))
  const [paper, setPaper] = useState<PaperDraft | null>(start?.paper ?? null)
  const [file, setFile] = useState<File | null>(null)
  const [fileName, setFileName] = useState<string | null>(start?.file ?? null)
  const [answers, setAnswers] = useState<LineAnswer[]>(start?.answers ?? [])
  const [order, setOrder] = useState<number[]>(start?.order ?? [])
  const [tooBig, setTooBig] = useState(false)
  useEffect(() => {
    if (paper) keepPaper(user, { paper, answers, order, file: fileName })
    else dropPaper(user)
  }, [user, paper, answers, order, fileName])

  const reading = useWrite(
    (source: Source, key) =>
      'file' in source
        ? upload('/purchase/from-xml', key, source.file)
        : write('POST', '/purchase/from-xml', key, source),
    {
      onSuccess: (found, source) => {
        const first = found.lines.map((line) => firstAnswer(line, stock.units))
        setPaper(found)
        setFile('file' in source ? source.file : null)
        setFileName('file' in source ? source.file.name : null)
        setAnswers(first)
        setOrder(lineOrder(first))
      },
      onError: () => true,
    },
  )
  const making = useWrite(
    (body: { document_type: 'RUC'; document_number: string; business_name: string }, key) =>
      write('POST', '/providers', key, body),
    {
      failed: t('purchases.xml.providerFailed'),
      onSuccess: (made) => {
        void queryClient.invalidateQueries({ queryKey: providerKeys.all })
        goOn({
          id: made.id,
          name: made.display_name,
          document: `${made.document_type} ${made.document_number}`,
        })
      },
    },
  )

  const goOn = (provider: DraftProvider | null) => {
    if (!paper) return
    keepFile(file)
    keepDraft(user, draftOf(paper, answers, provider, stock.units, fileName), Date.now())
    dropPaper(user)
    void navigate('/purchase/create')
  }
  const { ready, asked, open } = countAnswers(answers)
  const items = answers.filter(({ is }) => is === 'item').length
  const blocked: 'twin' | 'missing' | 'onlyFreight' | null = paper?.existing
    ? 'twin'
    : asked + open > 0
      ? 'missing'
      : answers.length > 0 && items === 0
        ? 'onlyFreight'
        : null

  return {
    paper,
    answers,
    order,
    /** True when it was restored after a reload; `file` has to be attached once more. */
    restored: paper !== null && paper === start?.paper ? { file: fileName } : null,
    stock,
    blocked,
    counts: { ready, asked, open },
    error: tooBig
      ? t('purchases.xml.tooBig')
      : reading.error
        ? (fieldErrors(reading.error).file ?? fieldErrors(reading.error).qr ?? errorText(reading.error))
        : null,
    isReading: reading.isPending,
    isGoing: making.isPending,
    readFile: (chosen: File | undefined) => {
      if (!chosen) return
      setTooBig(chosen.size > mostBytes)
      if (chosen.size > mostBytes) return
      reading.mutate({ file: chosen, mark: `${chosen.name} ${chosen.size} ${chosen.lastModified}` })
    },
    readQr: (qr: string) => {
      setTooBig(false)
      reading.mutate({ qr })
    },
    answer: (at: number, answer: LineAnswer) =>
      setAnswers((now) => now.map((each, index) => (index === at ? answer : each))),
    /** Returns whether this device holds anything that would be lost. */
    hasDraft: () => {
      const kept = keptDraft(user)
      return kept !== null && !isEmpty(kept.draft)
    },
    go: () => {
      if (!paper) return
      const { id, name, document, document_type } = paper.provider
      if (id !== null && id !== undefined) goOn({ id, name, document: `${document_type} ${document}` })
      else if (name === '') goOn(null)
      else making.mutate({ document_type: 'RUC', document_number: document, business_name: name })
    },
    discard: () => {
      setPaper(null)
      setFile(null)
      setFileName(null)
      setAnswers([])
      reading.reset()
    },
  }
}

export type FromXmlState = ReturnType<typeof useFromXml>
