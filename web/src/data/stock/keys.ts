import { catalogKeys } from '../catalog/keys'

export const stockKeys = {
  supplies: catalogKeys.supplies,
  allSupplies: [...catalogKeys.supplies, 'all'] as const,
  units: [...catalogKeys.all, 'measurements'] as const,
  allUnits: [...catalogKeys.all, 'measurements', 'all'] as const,
}
