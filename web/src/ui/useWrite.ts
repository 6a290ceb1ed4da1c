import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { errorText, isApiError } from '../api/errors'
import { uuid } from '../api/uuid'
import i18n from '../i18n/i18n'
import { showToast } from './toasts'

interface Options<V, R> {
  onSuccess?: (result: R, variables: V) => void
  /** Returns true when the error has been shown where it happened. */
  onError?: (error: Error, variables: V) => boolean | undefined
  /** The title of the notice when it fails; the server's reason goes below. */
  failed?: string | ((variables: V) => string)
  /** The fields that show their own errors: there is no notice when only these were refused. */
  atFields?: readonly string[]
}

/** Returns whether every part of a refusal stands at a field of the form already. */
const isShown = (error: Error, atFields: readonly string[]) => {
  const named = isApiError(error) ? Object.keys(error.fields) : []
  return named.length > 0 && named.every((name) => atFields.includes(name))
}

const attempts = 3

/** A person who taps twice within this time (ms) means one act, also where the answer to the first tap came in between. */
const oneActMs = 400

/** A file is identified by its name, its size and its date: JSON knows none of them. */
const fileAsText = (_: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

const contentOf = (variables: unknown) => JSON.stringify(variables, fileAsText) ?? ''

/**
 * Writes with an idempotency key. The key belongs to what the person did: automatic retries use it again, and so does the
 * person's own second try with the same content, as long as nobody knows whether the first one arrived. While it is on its way,
 * and for a double tap, the same content is not written a second time: a tap may come before a button shows that it is busy.
 */
export function useWrite<V, R>(
  run: (variables: V, key: string) => Promise<R>,
  { onSuccess, onError, failed, atFields = [] }: Options<V, R> = {},
): UseMutationResult<R, Error, V> {
  const pending = useRef<{ content: string; key: string } | null>(null)
  const keyFor = (variables: V) => {
    const content = contentOf(variables)
    if (pending.current?.content !== content) pending.current = { content, key: uuid() }
    return pending.current.key
  }
  const mutation = useMutation({
    mutationFn: (variables: V) => run(variables, keyFor(variables)),
    retry: (count, error) => isApiError(error) && error.unsure && count < attempts - 1,
    retryDelay: (count) => 500 * 2 ** count,
    networkMode: 'always',
    onSuccess: (result, variables) => {
      pending.current = null
      onSuccess?.(result, variables)
    },
    onError: (error, variables) => {
      if (!isApiError(error) || !error.unsure) pending.current = null
      if (onError?.(error, variables) || isShown(error, atFields)) return
      const title = typeof failed === 'function' ? failed(variables) : failed
      if (title) showToast('danger', title, errorText(error))
      else if (isApiError(error) && error.status === 0)
        showToast('danger', i18n.t('errors.noConnection'), errorText(error))
      else showToast('danger', errorText(error))
    },
  })
  const underWay = useRef(new Map<string, Promise<R>>())
  const { mutateAsync: begin } = mutation
  const mutateAsync = useCallback<typeof begin>(
    (...given) => {
      const content = contentOf(given[0])
      const earlier = underWay.current.get(content)
      if (earlier) return earlier
      const written = begin(...given)
      underWay.current.set(content, written)
      const end = () => underWay.current.delete(content)
      setTimeout(() => written.then(end, end), oneActMs)
      return written
    },
    [begin],
  )
  const mutate = useCallback<typeof mutation.mutate>(
    (...given) => void mutateAsync(...given).catch(() => undefined),
    [mutateAsync],
  )
  return { ...mutation, mutate, mutateAsync }
}
