import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldErrors } from '../../api/errors'
import { queryClient } from '../../api/query'
import { type Entity, entityWords } from '../entity'
import { showToast } from '../toasts'
import { useWrite } from '../useWrite'
import { changedOf, placeErrors } from './errors'
import { focusFirstError } from './useErrorFocus'

export interface SaveOptions<V extends Record<string, unknown>, R> {
  entity: Entity
  /** The first values of the form. */
  start: V
  isNew: boolean
  /** Returns the body; `changed` holds the values that differ from the start, which is all a PUT needs. */
  save: (values: V, key: string, changed: Partial<V>) => Promise<R>
  /** The name that the notice shows below "Caja creada". */
  nameOf?: (values: V) => string
  /** The queries that saving makes stale. */
  stale?: readonly (readonly unknown[])[]
  onSaved?: (result: R, values: V) => void
}

export interface FormSaving<V extends Record<string, unknown>> {
  form: UseFormReturnType<V>
  fields: Set<string>
  submit: () => void
  saving: boolean
  /** Errors that belong to no field. */
  failed: string[]
  /** The number of refusals so far. */
  refusals: number
  /** The server's last refusal. */
  refusal: Error | null
  dirty: boolean
}

/**
 * Returns a form and its saving: one idempotency key for one attempt, all errors of the server at once, each at its field, and a
 * notice when it was created or updated.
 */
export function useSave<V extends Record<string, unknown>, R>(of: SaveOptions<V, R>): FormSaving<V> {
  const { t } = useTranslation()
  const form = useForm<V>({ initialValues: of.start })
  const [fields] = useState(() => new Set<string>())
  const [failed, setFailed] = useState<string[]>([])
  const [isMany, setIsMany] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const save = useWrite((values: V, key) => of.save(values, key, changedOf(of.start, values)), {
    onSuccess: (result, values) => {
      const what = entityWords(of.entity)
      showToast(
        'success',
        of.entity.done ?? (of.isNew ? t('forms.created', what) : t('forms.updated', what)),
        of.nameOf?.(values),
      )
      for (const queryKey of of.stale ?? []) void queryClient.invalidateQueries({ queryKey })
      form.resetDirty(values)
      of.onSaved?.(result, values)
    },
    onError: (error) => {
      const placed = placeErrors(fieldErrors(error), fields)
      form.setErrors(placed.at)
      setRefusals((count) => count + 1)
      const unplaced = placed.rest.length === 0 && Object.keys(placed.at).length === 0
      setIsMany(Object.keys(placed.at).length > 1)
      setFailed(unplaced ? [errorText(error)] : placed.rest)
      setRefusal(error)
      return true
    },
  })
  // What was mended meanwhile is counted no more.
  const left = isMany ? Object.values(form.errors).filter(Boolean).length : 0
  return {
    form,
    fields,
    submit: () => {
      if (save.isPending) return
      form.clearErrors()
      setFailed([])
      setRefusal(null)
      save.mutate(form.getValues())
    },
    saving: save.isPending,
    failed: left > 0 ? [...failed, t('forms.review', { count: left })] : failed,
    refusals,
    refusal,
    dirty: form.isDirty(),
  }
}

/** After a refusal the first wrong field, in the order of the page, gets the focus, because the person looks there next. */
export function useFirstError(refusals: number) {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    focusFirstError(area.current)
  }, [refusals])
  return area
}
