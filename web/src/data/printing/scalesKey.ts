/** The scales follow the events of their agents. The pad alone asks for them, so the key is no part of what every screen loads. */
export const scalesKey = ['printing', 'scales'] as const
