export const licenceKeys = {
  status: ['licence'] as const,
}
