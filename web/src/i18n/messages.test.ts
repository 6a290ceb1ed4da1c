import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, 'es_pe')
const texts = new Map<string, string>()

function read(part: Record<string, unknown>, path: string) {
  for (const [name, value] of Object.entries(part)) {
    const key = path ? `${path}.${name}` : name
    if (typeof value === 'string') texts.set(key, value)
    else read(value as Record<string, unknown>, key)
  }
}
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.json')) read(JSON.parse(readFileSync(join(folder, file), 'utf8')), '')
}

/* The specification's messages, word for word where they are Spanish, each with the key of its text. */
const said: [message: string, key: string][] = [
  ['Error al actualizar estado', 'orders.stepFailed'],
  ['Error al actualizar estado de mesa', 'floor.statusFailed'],
  ['Error al abrir mesa', 'floor.openFailed'],
  ['Error al cerrar mesa', 'orders.closeFailed'],
  ['Error al reservar mesa', 'reservations.notReserved'],
  ['Error al cancelar reserva', 'reservations.notCancelled'],
  ['Error al mover la mesa', 'options.moveTable.failed'],
  ['No se pudo cargar el detalle de caja', 'cash.failed'],
  ['No se pudo cargar los datos del reporte', 'report.failed'],
  ['No se pudieron obtener ajustes de facturación', 'adjust.notFetched'],
  ['Error guardando cargo', 'adjust.chargeFailed'],
  ['Error eliminando cargo', 'adjust.removeFailed'],
  ['Error guardando descuento', 'adjust.discountFailed'],
  ['Error al registrar pago', 'payments.failed'],
  ['Error al eliminar usuario', 'users.deleteFailed'],
  ['Error al obtener estado de licencia', 'licenceCard.failedLoad'],
  ['Error al actualizar licencia', 'licenceCard.failedSave'],
  ['Error al reimprimir comanda', 'orders.reprintFailed'],
  ['Error al mover el pedido', 'options.moveOrder.failed'],
  ['Error al obtener las comandas', 'orders.history.failed'],
  ['Error al obtener el historial', 'options.log.failed'],
  ['Error de conexión', 'errors.noConnection'],
  ['Mesa abierta', 'floor.opened'],
  ['Mesa cerrada', 'floor.closedTitle'],
  ['Mesa reservada', 'reservations.reserved'],
  ['Reserva cancelada', 'reservations.cancelled'],
  ['Estado de mesa actualizado', 'floor.statusDone'],
  ["Debes escribir exactamente la palabra '{{word}}' para continuar.", 'advanced.exactly'],
]

/* The specification gives these in English, as keys. 'Login success' has no text: the screen that opens shows it. */
const translated: [message: string, key: string][] = [
  ['Please check credentials', 'errors.bad_credentials'],
  ['Generic error', 'errors.unexpected'],
  ['Kardex found', 'kardex.found'],
  ['Option is empty', 'attributes.optionEmpty'],
  ['Option added', 'attributes.optionAdded'],
  ['Option deleted', 'attributes.optionDeleted'],
  ['Email was send to you', 'recovery.sentTitle'],
  ['Password was updated successfully', 'recovery.done'],
  ['Enter a DNI number', 'parties.enterDni'],
  ['Enter a RUC number', 'parties.enterRuc'],
  ['Type of document not supported', 'parties.notLookedUp'],
  ['Please check the following fields', 'purchases.checkFields'],
  ['A product must be selected', 'purchases.missing.item'],
  ['A measurement unit must be selected', 'purchases.missing.unit'],
  ['A product already in the cart cannot be added again', 'purchases.twice'],
  ['The payment amount must be completed', 'purchases.missing.paper'],
  ['The cash cycle must have been opened by the user', 'purchases.missing.cycle'],
]

it.each(said)('says: %s', (message, key) => expect(texts.get(key)).toBe(message))
it.each(translated)('has Spanish words for: %s', (_, key) => expect(texts.get(key)).toBeTruthy())
