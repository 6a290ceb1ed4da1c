import { cashKeys } from '../cash/keys'

export const promotionKeys = {
  all: [...cashKeys.all, 'promotions'] as const,
}
