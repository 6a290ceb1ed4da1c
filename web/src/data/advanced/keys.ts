export const advancedKeys = {
  all: ['advanced-options'] as const,
}
