import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { LineNote } from './LineNote'

function Note({ value = '', onSave }: { value?: string; onSave: (comment: string) => void }) {
  const form = useRef<HTMLFormElement>(null)
  return <LineNote form={form} value={value} comments={['Sin ají', 'Bien caliente']} onSave={onSave} />
}

test('what is typed after a word of the house is for the cook', () => {
  const saved: string[] = []
  const { container } = render(<Note onSave={(comment) => saved.push(comment)} />)
  const word = screen.getByRole('button', { name: 'Sin ají' })
  fireEvent.click(word)
  word.focus()
  fireEvent.keyDown(word, { key: 'l' })
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  // The search of dishes ignores the keys of this field.
  expect(container.querySelector('[data-takes-keys]')).not.toBeNull()
})

test('a note that is only looked at stays as it was written', () => {
  const saved: string[] = []
  const { container } = render(
    <Note value="poco aceite, Sin ají" onSave={(comment) => saved.push(comment)} />,
  )
  fireEvent.submit(container.querySelector('form') as HTMLFormElement)
  expect(saved).toEqual(['poco aceite, Sin ají'])
})

test('Esc saves what was typed, as every other way of leaving does', () => {
  const saved: string[] = []
  render(<Note onSave={(comment) => saved.push(comment)} />)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'alérgico al maní' } })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(saved).toEqual(['alérgico al maní'])
})
