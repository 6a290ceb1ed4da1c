import { useState } from 'react'
import { fieldErrors, isApiError } from '../../../api/errors'
import type { PurchaseRow } from '../../../api/model'

/** Holds what the server refused, by its names of fields, and the purchase that was recorded before from the same document. */
export function useFieldErrors() {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [twin, setTwin] = useState<PurchaseRow | null>(null)
  return {
    errors,
    twin,
    /** Drops the errors of a field, or of all fields below it. */
    forget: (begins: string) =>
      setErrors((now) =>
        Object.fromEntries(
          Object.entries(now).filter(([name]) => name !== begins && !name.startsWith(`${begins}.`)),
        ),
      ),
    forgetTwin: () => setTwin(null),
    /** Returns the line of the first error of a line, and whether the document is recorded already. */
    refuse: (error: Error) => {
      const found = fieldErrors(error)
      setErrors(found)
      const isTwin = isApiError(error) && error.code === 'already_exists'
      if (isTwin) setTwin((error.body.current as PurchaseRow | null | undefined) ?? null)
      const line = Object.keys(found)
        .find((name) => name.startsWith('items.'))
        ?.split('.')[1]
      return { isTwin, line: line === undefined ? null : Number(line) }
    },
  }
}

export type FieldErrorState = ReturnType<typeof useFieldErrors>
