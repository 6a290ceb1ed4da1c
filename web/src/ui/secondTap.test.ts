import { fireEvent } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ignoreSecondTaps } from './secondTap'

const pressed: string[] = []
const at = (x: number, y: number) => ({ clientX: x, clientY: y, detail: 1, bubbles: true, cancelable: true })

beforeAll(ignoreSecondTaps)
beforeEach(() => {
  pressed.length = 0
  fireEvent.keyDown(document.body, { key: 'Shift' })
  document.body.innerHTML = '<main></main>'
  document.elementFromPoint = () => document.querySelector('main')
})

function put(into: string, name: string) {
  const key = document.createElement('button')
  key.addEventListener('click', () => pressed.push(name))
  document.querySelector(into)?.append(key)
  return key
}
function open(kind: string) {
  const sheet = document.createElement(kind)
  document.body.append(sheet)
  return sheet
}
function tap(key: Element, x = 100, y = 700) {
  fireEvent.pointerDown(key, at(x, y))
  fireEvent.mouseDown(key, at(x, y))
  fireEvent.click(key, at(x, y))
}
/** Observers hear of changes once the task is over. */
const drawn = () => new Promise((done) => setTimeout(done))

async function close() {
  const sheet = open('dialog')
  const add = put('dialog', 'Agregar')
  add.addEventListener('click', () => sheet.remove())
  const send = put('main', 'Enviar')
  tap(add)
  await drawn()
  return send
}

it('does not press what lay beneath a sheet that the first tap closed', async () => {
  const send = await close()
  tap(send, 110, 690)
  tap(send, 110, 690)
  expect(pressed).toEqual(['Agregar'])
})

it('does not press what the screen shows that the first tap led to', async () => {
  const open = put('main', 'Tomar el pedido')
  open.addEventListener('click', () => {
    document.body.innerHTML = '<main></main>'
  })
  tap(open)
  await drawn()
  tap(put('main', 'Lomo saltado'))
  expect(pressed).toEqual(['Tomar el pedido'])
})

it('does not answer the question that the first tap opened', async () => {
  const finish = put('main', 'Terminar conteo')
  finish.addEventListener('click', () => open('dialog').setAttribute('open', ''))
  tap(finish)
  await drawn()
  tap(put('dialog', 'Sí'))
  expect(pressed).toEqual(['Terminar conteo'])
})

it('does not press what a finger finds that came down before the change', async () => {
  const sheet = open('dialog')
  const add = put('dialog', 'Agregar')
  const send = put('main', 'Enviar')
  tap(add)
  fireEvent.pointerDown(add, at(100, 700))
  sheet.remove()
  await drawn()
  fireEvent.click(send, at(100, 700))
  expect(pressed).toEqual(['Agregar'])
})

it('counts a press elsewhere, of the keyboard, and later', async () => {
  const send = await close()
  tap(send, 100, 600)
  expect(pressed).toEqual(['Agregar', 'Enviar'])
  const again = await close()
  fireEvent.keyDown(again, { key: 'Enter' })
  fireEvent.click(again, { detail: 0 })
  expect(pressed.slice(2)).toEqual(['Agregar', 'Enviar'])
  const late = await close()
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 450)
  const spied = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(now + 450)
  tap(late)
  vi.restoreAllMocks()
  spied.mockRestore()
  expect(pressed.slice(4)).toEqual(['Agregar', 'Enviar'])
})

it('counts every tap of the same key, and of another that stays', async () => {
  const [one, two] = [put('main', '1'), put('main', '2')]
  for (const key of [one, one, one, two]) {
    tap(key)
    open('dialog').setAttribute('open', '')
    document.querySelector('dialog')?.remove()
    put('main', 'line').remove()
  }
  expect(pressed).toEqual(['1', '1', '1', '2'])
})
