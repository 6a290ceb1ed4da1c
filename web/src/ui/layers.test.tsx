import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from './Dialog'
import { useLayer } from './layers'
import { chooseByArrows } from './radioKeys'
import { digitKeys, useShortcuts } from './shortcuts'

const [leave, press, go] = [vi.fn(), vi.fn(), vi.fn()]

function Note({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useLayer(onClose, { part: () => field.current })
  // biome-ignore lint/a11y/noAutofocus: as a field that was asked for
  return <input ref={field} aria-label="note" autoFocus />
}

function Panel() {
  useShortcuts({ Enter: go, ...digitKeys(press) })
  const [isNoting, setNoting] = useState(false)
  return (
    <section>
      <button type="button" onClick={() => setNoting(true)}>
        write
      </button>
      {isNoting ? <Note onClose={() => setNoting(false)} /> : null}
    </section>
  )
}

function Screen() {
  useShortcuts({ Escape: leave })
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen ? (
        <Dialog label="sheet" onClose={() => setOpen(false)}>
          <Panel />
        </Dialog>
      ) : null}
    </main>
  )
}

beforeEach(() => {
  vi.clearAllMocks()
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})
afterEach(cleanup)

const open = (name: string) => {
  screen.getByText(name).focus()
  fireEvent.click(screen.getByText(name))
}
const key = (name: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more })

it('closes with Esc what is in front, one after another, and goes on from where it was opened', () => {
  render(<Screen />)
  open('open')
  open('write')
  expect(document.activeElement).toBe(screen.getByLabelText('note'))
  key('Escape')
  expect(screen.queryByLabelText('note')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('write'))
  key('Escape', { repeat: true })
  expect(screen.queryByLabelText('sheet')).not.toBeNull()
  key('Escape')
  expect(screen.queryByLabelText('sheet')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('open'))
  expect(leave).not.toHaveBeenCalled()
  key('Escape')
  expect(leave).toHaveBeenCalledOnce()
})

function Turned() {
  const [open, setOpen] = useState(['sheet', 'note'])
  const close = (label: string) => setOpen((now) => now.filter((each) => each !== label))
  return open.includes('sheet') ? (
    <Dialog label="sheet" onClose={() => close('sheet')}>
      {open.includes('note') ? <Note onClose={() => close('note')} /> : null}
    </Dialog>
  ) : null
}

it('closes a note before the sheet that came together with it, as when a phone is turned', () => {
  render(<Turned />)
  key('Escape')
  expect(screen.queryByLabelText('note')).toBeNull()
  expect(screen.queryByLabelText('sheet')).not.toBeNull()
  key('Escape')
  expect(screen.queryByLabelText('sheet')).toBeNull()
})

it('gives the keys to the dialog in front, and what is typed to a field', () => {
  render(<Screen />)
  open('open')
  for (const each of ['1', '.', 'Enter', 'F2'])
    fireEvent.keyDown(screen.getByLabelText('sheet'), { key: each })
  open('write')
  for (const each of ['7', '8']) key(each)
  expect(press.mock.calls.flat()).toEqual(['1', '.'])
  expect(go).toHaveBeenCalledOnce()
})

function Asking() {
  const [open, setOpen] = useState(['outer', 'inner'])
  const close = (label: string) => setOpen((now) => now.filter((each) => each !== label))
  return open.includes('outer') ? (
    <Dialog label="outer" onClose={() => close('outer')}>
      {open.includes('inner') ? (
        <Dialog label="inner" onClose={() => close('inner')}>
          in it
        </Dialog>
      ) : null}
    </Dialog>
  ) : null
}

it('closes one where the browser asks all dialogs at once, as for a turned Android phone', async () => {
  render(<Asking />)
  // The browser asks from the one in front to the last, and a dialog that it closes itself stays for as long as it is drawn.
  const asks = ['inner', 'outer'].map((label) => screen.getByLabelText<HTMLDialogElement>(label))
  for (const dialog of asks) {
    fireEvent(dialog, new Event('cancel'))
    dialog.open = false
    fireEvent(dialog, new Event('close'))
  }
  expect(screen.queryByLabelText('inner')).toBeNull()
  expect(screen.getByLabelText<HTMLDialogElement>('outer').open).toBe(true)
  await new Promise((later) => setTimeout(later))
  fireEvent(screen.getByLabelText('outer'), new Event('cancel'))
  expect(screen.queryByLabelText('outer')).toBeNull()
})

it('leaves a dialog open whose file was not chosen after all', () => {
  render(<Asking />)
  const field = document.createElement('input')
  screen.getByLabelText('inner').append(field)
  fireEvent(field, new Event('cancel', { bubbles: true }))
  expect(screen.queryByLabelText('inner')).not.toBeNull()
})

function Terms() {
  const [chosen, setChosen] = useState('Inglés')
  useShortcuts({ Enter: () => go(chosen) })
  return (
    <div role="radiogroup" aria-label="Término">
      {['Inglés', 'Medio', 'Tres cuartos'].map((each) => (
        // biome-ignore lint/a11y/useSemanticElements: as the keys of the till
        <button
          key={each}
          type="button"
          role="radio"
          aria-checked={each === chosen}
          disabled={each === 'Tres cuartos'}
          onClick={() => setChosen(each)}
        >
          {each}
        </button>
      ))}
    </div>
  )
}

it('chooses by arrows, so that what has the ring is what goes out', () => {
  document.addEventListener('keydown', chooseByArrows)
  render(<Terms />)
  screen.getByText('Inglés').focus()
  key('ArrowRight')
  expect(document.activeElement).toBe(screen.getByText('Medio'))
  key('Enter')
  expect(go).toHaveBeenLastCalledWith('Medio')
  // A disabled entry is passed over, and the last one is followed by the first.
  key('ArrowDown')
  key('Enter')
  expect(go).toHaveBeenLastCalledWith('Inglés')
  document.removeEventListener('keydown', chooseByArrows)
})

it('does not send another answer than the one with the ring', () => {
  render(<Terms />)
  screen.getByText('Medio').focus()
  key('Enter')
  expect(go).not.toHaveBeenCalled()
})
