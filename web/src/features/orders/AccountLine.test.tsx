import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fish, line } from '../../data/orders/sample'
import { useShortcuts } from '../../ui/shortcuts'
import { UnsentLine } from './AccountLine'

const [leave, onComment] = [vi.fn(), vi.fn()]
const nothing = () => undefined
const selectedLine = {
  comments: [],
  selected: true,
  soldOut: false,
  forgotten: false,
  late: false,
  notice: null,
  onSelect: nothing,
  onQty: nothing,
  onRemove: nothing,
  onComment: nothing,
}

function Order() {
  useShortcuts({ Escape: leave })
  return (
    <UnsentLine
      {...selectedLine}
      line={line({ comment: 'sin ají, bien caliente' })}
      comments={['sin ají', 'sin cebolla']}
      onComment={onComment}
    />
  )
}

beforeEach(() => {
  leave.mockClear()
  onComment.mockClear()
  Element.prototype.scrollIntoView = () => undefined
  render(<Order />)
  fireEvent.click(screen.getByRole('button', { name: 'Nota' }))
})

/* The field holds a comment in one's own words. */
const note = () => screen.queryByRole('textbox', { name: 'Para el cocinero' })
const type = (value: string) => fireEvent.change(note() as HTMLElement, { target: { value } })

it('weighs a piece again, which has no quantity to count up', () => {
  cleanup()
  const onWeigh = vi.fn()
  render(<UnsentLine {...selectedLine} line={fish()} onWeigh={onWeigh} />)
  expect(screen.getByRole('button', { name: /Lenguado/, expanded: true }).textContent).toBe(
    '1Lenguado0.850 kg a 120.00102.00',
  )
  expect(screen.queryByRole('button', { name: 'Agregar uno' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Pesar otra vez' }))
  expect(onWeigh).toHaveBeenCalledTimes(1)
})

it('closes the note with Esc, which saves it and does not leave the order', () => {
  type('con mucho ají')
  fireEvent.keyDown(note() as HTMLElement, { key: 'Escape' })
  expect(note()).toBeNull()
  expect([leave.mock.calls.length, onComment.mock.calls]).toEqual([0, [['sin ají, con mucho ají']]])
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(leave).toHaveBeenCalledTimes(1)
})

it('keeps what was typed when something else is touched', () => {
  type(' con mucho ají ')
  fireEvent.blur(note() as HTMLElement, { relatedTarget: document.body })
  expect(onComment).toHaveBeenCalledWith('sin ají, con mucho ají')
  expect(note()).toBeNull()
})

it('adds and takes off the house’s own words by a tap each', () => {
  expect(note()).toHaveProperty('value', 'bien caliente')
  fireEvent.click(screen.getByRole('button', { name: 'sin ají' }))
  fireEvent.click(screen.getByRole('button', { name: 'sin cebolla' }))
  fireEvent.blur(note() as HTMLElement, { relatedTarget: document.body })
  expect(onComment).toHaveBeenCalledWith('sin cebolla, bien caliente')
})

it('closes the note with its own key, which keeps what was typed', () => {
  type(' con mucho ají ')
  const key = screen.getByRole('button', { name: 'Nota' })
  if (fireEvent.mouseDown(key)) fireEvent.blur(note() as HTMLElement, { relatedTarget: key })
  fireEvent.click(key)
  expect(note()).toBeNull()
  expect(onComment.mock.calls).toEqual([['sin ají, con mucho ají']])
  fireEvent.click(key)
  expect(note()).not.toBeNull()
})
