import type { UseFormReturnType } from '@mantine/form'
import { createContext, useContext, useEffect } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: fields name their values; which type a value has, the field says
export type AnyForm = UseFormReturnType<any>

interface FormContextValue {
  form: AnyForm
  /** The fields of the form, at which the server's errors can be shown. */
  fields: Set<string>
  /** The server's last refusal. */
  refusal?: Error | null
  /** Drops typed values without asking, because somebody chose to go elsewhere. */
  release?: () => void
}

export const FormContext = createContext<FormContextValue | null>(null)

/** Returns the refusal of the form around it, and a function that leaves the form. */
export function useRefusal() {
  const work = useContext(FormContext)
  return { refusal: work?.refusal ?? null, release: work?.release }
}

/** Returns a field's value, its error, and the function that changes it. Names of rows are `lines.0.qty`. */
export function useField<T>(name: string) {
  const work = useContext(FormContext)
  if (!work) throw new Error(`The field ${name} stands in no form.`)
  const { form, fields } = work
  useEffect(() => {
    fields.add(name)
    return () => void fields.delete(name)
  }, [fields, name])
  const input = form.getInputProps(name)
  return {
    value: input.value as T,
    error: (form.errors[name] as string | undefined) || undefined,
    set: (value: T) => {
      form.clearFieldError(name)
      form.setFieldValue(name, value)
    },
  }
}
