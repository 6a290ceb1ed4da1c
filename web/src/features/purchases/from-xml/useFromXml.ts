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
import { blockedBy, countAnswers, draftOf, firstAnswer, type LineAnswer, lineOrder } from './answers'
import { keepFile } from './keptFile'
import { dropPaper, keepPaper, keptPaper } from './keptPaper'

export const mostBytes = 2 * 1024 * 1024

type Source = { file: File; mark: string } | { qr: string }

/** Holds the document that was read and a person's answers: this tab keeps them over a reload. */
function useKeptAnswers(user: number) {
  const [start] = useState(() => keptPaper(user))
  const [paper, setPaper] = useState<PaperDraft | null>(start?.paper ?? null)
  const [file, setFile] = useState<File | null>(null)
  const [fileName, setFileName] = useState<string | null>(start?.file ?? null)
  const [answers, setAnswers] = useState<LineAnswer[]>(start?.answers ?? [])
  const [order, setOrder] = useState<number[]>(start?.order ?? [])
  useEffect(() => {
    if (paper) keepPaper(user, { paper, answers, order, file: fileName })
    else dropPaper(user)
  }, [user, paper, answers, order, fileName])
  return {
    paper,
    file,
    fileName,
    answers,
    order,
    isRestored: paper !== null && paper === start?.paper,
    setAnswers,
    /** Takes a document with the answers that the server suggests; one that was read by its QR has no file. */
    take: (found: PaperDraft, from: File | null, first: LineAnswer[]) => {
      setPaper(found)
      setFile(from)
      setFileName(from?.name ?? null)
      setAnswers(first)
      setOrder(lineOrder(first))
    },
    drop: () => {
      setPaper(null)
      setFile(null)
      setFileName(null)
      setAnswers([])
    },
  }
}

/** Has the server read a file or a QR code. */
function useReading(onRead: (found: PaperDraft, file: File | null) => void) {
  const { t } = useTranslation()
  const [tooBig, setTooBig] = useState(false)
  const reading = useWrite(
    (source: Source, key) =>
      'file' in source
        ? upload('/purchase/from-xml', key, source.file)
        : write('POST', '/purchase/from-xml', key, source),
    {
      onSuccess: (found, source) => onRead(found, 'file' in source ? source.file : null),
      onError: () => true,
    },
  )
  const errors = fieldErrors(reading.error)
  return {
    error: tooBig
      ? t('purchases.xml.tooBig')
      : reading.error
        ? (errors.file ?? errors.qr ?? errorText(reading.error))
        : null,
    isReading: reading.isPending,
    reset: reading.reset,
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
  }
}

/** Makes the provider that the document names, where the house has none of its RUC. */
function useNewProvider(onMade: (provider: DraftProvider) => void) {
  const { t } = useTranslation()
  return useWrite(
    (body: { document_type: 'RUC'; document_number: string; business_name: string }, key) =>
      write('POST', '/providers', key, body),
    {
      failed: t('purchases.xml.providerFailed'),
      onSuccess: (made) => {
        void queryClient.invalidateQueries({ queryKey: providerKeys.all })
        onMade({
          id: made.id,
          name: made.display_name,
          document: `${made.document_type} ${made.document_number}`,
        })
      },
    },
  )
}

/** Returns the document that was read, a person's answers, and the way on to the purchase that they make. */
export function useFromXml() {
  const navigate = useNavigate()
  const user = useUser().id
  const stock = useBuyables()
  const { paper, file, fileName, answers, order, isRestored, setAnswers, take, drop } = useKeptAnswers(user)
  const { reset, ...reading } = useReading((found, from) =>
    take(
      found,
      from,
      found.lines.map((line) => firstAnswer(line, stock.units)),
    ),
  )
  const goOn = (provider: DraftProvider | null) => {
    if (!paper) return
    keepFile(file)
    keepDraft(user, draftOf(paper, answers, provider, stock.units, fileName), Date.now())
    dropPaper(user)
    void navigate('/purchase/create')
  }
  const making = useNewProvider(goOn)

  return {
    paper,
    answers,
    order,
    /** It is set when it was restored after a reload; the file has to be attached once more. */
    restored: isRestored ? { file: fileName } : null,
    stock,
    blocked: paper ? blockedBy(paper, answers) : null,
    counts: countAnswers(answers),
    ...reading,
    isGoing: making.isPending,
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
      drop()
      reset()
    },
  }
}

export type FromXmlState = ReturnType<typeof useFromXml>
