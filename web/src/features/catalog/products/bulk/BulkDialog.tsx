import { Button, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldErrors } from '../../../../api/errors'
import { queryClient } from '../../../../api/query'
import { uuid } from '../../../../api/uuid'
import { catalogKeys } from '../../../../data/catalog/keys'
import { DialogForm, goButton } from '../../../../ui/DialogForm'
import { showToast } from '../../../../ui/toasts'
import { useWrite } from '../../../../ui/useWrite'
import c from './Bulk.module.css'
import { BulkFields } from './BulkFields'
import { BulkPreview } from './BulkPreview'
import { type Answers, bulkChangeBody, initialAnswers, type What, writeBulkChange } from './bulk'

interface Props {
  ids: number[]
  onClose: (done: boolean) => void
}

/** Changes all selected products at once; a preview shows each result before. */
export function BulkDialog({ ids, onClose }: Props) {
  const { t } = useTranslation()
  const [answers, setAnswers] = useState<Answers>(initialAnswers)
  const body = bulkChangeBody(ids, answers)
  const [rested] = useDebouncedValue(JSON.stringify(body), 200)
  const preview = useQuery({
    queryKey: catalogKeys.bulk(rested),
    queryFn: () => writeBulkChange(JSON.parse(rested), uuid(), true),
    enabled: rested !== 'null',
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  const save = useWrite((wanted: NonNullable<typeof body>, key) => writeBulkChange(wanted, key, false), {
    onSuccess: (report) => {
      for (const queryKey of [catalogKeys.products, catalogKeys.sale])
        void queryClient.invalidateQueries({ queryKey })
      showToast('success', t('bulk.done', { count: report.changed }))
      onClose(true)
    },
    onError: () => true,
  })
  const current = body !== null && JSON.stringify(body) === rested && !preview.isPlaceholderData
  const report = body ? preview.data : undefined
  const error = save.error ?? (body ? preview.error : null)
  const ready = current && report !== undefined && report.failed === 0 && report.changed > 0
  return (
    <DialogForm
      title={t('bulk.title', { count: ids.length })}
      onClose={() => onClose(false)}
      holds={{ ...answers, what: null }}
      onSubmit={(event) => {
        event.preventDefault()
        if (body && ready && !save.isPending) save.mutate(body)
      }}
    >
      <SegmentedControl
        aria-label={t('bulk.what')}
        fullWidth
        size="md"
        value={answers.what}
        onChange={(what) => setAnswers({ ...answers, what: what as What })}
        data={(['price', 'category', 'area', 'status'] as const).map((value) => ({
          value,
          label: t(`bulk.whats.${value}`),
        }))}
      />
      <BulkFields
        answers={answers}
        onChange={(more) => {
          save.reset()
          setAnswers({ ...answers, ...more })
        }}
      />
      {error ? (
        <p className={c.failed} role="alert">
          {Object.values(fieldErrors(error))[0] ?? errorText(error)}
        </p>
      ) : null}
      {report ? <BulkPreview report={report} stale={!current} /> : null}
      <Button type="submit" className={`${goButton} ${c.go}`} disabled={!ready} loading={save.isPending}>
        {report && current ? t('bulk.go', { count: report.changed }) : t('bulk.goNone')}
      </Button>
    </DialogForm>
  )
}
