import type { EventIds, EventKind, QueryKey, StaleAfter } from '../api/events'
import { billingKeys } from '../data/billing/keys'
import { cashKeys } from '../data/cash/keys'
import { catalogKeys } from '../data/catalog/keys'
import { floorKeys } from '../data/floor/keys'
import { kitchenKeys } from '../data/kitchen/keys'
import { orderKeys } from '../data/orders/keys'
import { paymentKeys } from '../data/payments/keys'
import { printingKeys } from '../data/printing/keys'
import { purchaseKeys } from '../data/purchases/keys'
import { receivableKeys } from '../data/receivables/keys'
import { reportKeys } from '../data/reports/keys'
import { nowKey } from '../data/reports/nowKey'
import { settingsKeys } from '../data/settings/keys'
import { lawKeys } from '../features/settings/law/keys'

const request = ({ client_request_id: id }: EventIds) =>
  id === undefined ? orderKeys.all : orderKeys.one(id)

/*
 * The kinds that make nothing stale: a reading brings the weight itself, and the user whose session ended is signed out by their next
 * answer.
 */
type StaleKind = Exclude<EventKind, 'scale.reading' | 'session.ended'>

/** A new kind of event does not compile before its stale queries are named here. */
const stale: Record<StaleKind, readonly QueryKey[] | ((ids: EventIds) => readonly QueryKey[])> = {
  'agent.changed': [printingKeys.all, printingKeys.alarms, printingKeys.notices],
  'alarm.changed': [printingKeys.alarms, nowKey],
  'cashbox.changed': [cashKeys.all],
  // The next rate of IGV is shown with the prices of now.
  'catalog.changed': [catalogKeys.all, lawKeys.all],
  'counts.changed': [catalogKeys.counts],
  'cycle.changed': [cashKeys.all, nowKey],
  'documents.changed': [billingKeys.all],
  'floor.changed': [floorKeys.all, nowKey],
  'job.changed': [printingKeys.all],
  'kitchen.changed': [kitchenKeys.all, nowKey],
  'payment_options.changed': [cashKeys.all],
  'printer.changed': [
    printingKeys.all,
    printingKeys.printedAreas,
    printingKeys.alarms,
    printingKeys.notices,
    nowKey,
  ],
  'purchases.changed': [purchaseKeys.all, catalogKeys.inventory, reportKeys.purchaseRegisters],
  'receivables.changed': [receivableKeys.all],
  'request.changed': (ids) => [request(ids), floorKeys.all, nowKey],
  'settings.changed': [
    settingsKeys.company,
    settingsKeys.all,
    paymentKeys.config,
    settingsKeys.firstUse,
    lawKeys.all,
    purchaseKeys.paperRules,
  ],
  'stock.changed': [catalogKeys.inventory, catalogKeys.supplies, purchaseKeys.all],
  'turn.changed': [cashKeys.all],
}

const known = (type: string): type is StaleKind => Object.hasOwn(stale, type)

/** A kind that a newer server knows makes nothing stale. */
export const staleAfter: StaleAfter = ({ type, ids }) => {
  if (!known(type)) return []
  const found = stale[type]
  return typeof found === 'function' ? found(ids ?? {}) : found
}

export const eventKinds = Object.keys(stale)
