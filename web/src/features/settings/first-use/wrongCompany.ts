import type { TFunction } from 'i18next'
import { ApiError } from '../../../api/errors'
import { validRuc } from '../../../data/clients/identity'

interface Company {
  document_number: string
  commercial_name: string
  commercial_address: string
  name: string
  pin: string
}

/** The values that this step asks of the owner, beside the company. */
interface Asked {
  name: boolean
  pin: boolean
}

/**
 * Returns everything that is wrong with the first step, or null. It is saved by several writes, so that a field that the third of
 * them refuses would leave the first two done.
 */
export function wrongCompany(values: Company, asked: Asked, t: TFunction): ApiError | null {
  const empty = (text: string) => text.trim() === ''
  const wrong: [keyof Company, boolean, string][] = [
    ['document_number', !validRuc(values.document_number.trim()), t('firstUse.wrong.ruc')],
    ['commercial_name', empty(values.commercial_name), t('firstUse.wrong.name')],
    ['commercial_address', empty(values.commercial_address), t('firstUse.wrong.address')],
    ['name', asked.name && empty(values.name), t('firstUse.wrong.owner')],
    ['pin', asked.pin && !/^[\p{L}\d]{4,12}$/u.test(values.pin), t('firstUse.wrong.pin')],
  ]
  const fields = Object.fromEntries(wrong.flatMap(([name, is, text]) => (is ? [[name, [text]]] : [])))
  return Object.keys(fields).length > 0 ? new ApiError(422, 'invalid', '', fields) : null
}
