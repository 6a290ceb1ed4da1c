/** Every key below `all` follows the events of printers, agents and jobs. */
export const printingKeys = {
  all: ['printing'] as const,
  printers: ['printing', 'printers'] as const,
  agents: ['printing', 'agents'] as const,
  /** The printers of each area. */
  areas: ['printing', 'areas'] as const,
  /** The signed-in user's print id. */
  channel: ['printing', 'channel'] as const,
  stuck: ['printing', 'stuck'] as const,
  /** The papers that stand-ins printed. */
  reliefs: ['printing', 'reliefs'] as const,
  history: (asked: unknown) => [...printingKeys.all, 'history', asked] as const,
  paper: (printer: number) => [...printingKeys.all, 'paper', printer] as const,
  ofAccount: (request: number, state: string) => [...printingKeys.all, 'account', request, state] as const,
  /* Every screen asks for these: a print job changes nothing about them. */
  printedAreas: ['printed-areas'] as const,
  alarms: ['print-alarms'] as const,
  notices: ['printer-notices'] as const,
  profiles: ['printer-profiles'] as const,
  downloads: ['downloads'] as const,
}
