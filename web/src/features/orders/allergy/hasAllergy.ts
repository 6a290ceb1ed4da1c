import type { Account } from '../../../api/model'

/** Returns whether somebody at an account must avoid something; an account that a device kept from before may not say. */
export const hasAllergy = (request: Partial<Pick<Account, 'allergens' | 'allergy_note'>>) =>
  (request.allergens?.length ?? 0) > 0 || Boolean(request.allergy_note)
