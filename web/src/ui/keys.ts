export const uiKeys = {
  approvers: ['approvers'] as const,
  approversOf: (action: string | undefined) => [...uiKeys.approvers, action] as const,
}
