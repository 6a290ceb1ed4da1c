import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { DateInput } from './DateInput'

const today = '2026-11-22'
let kept: string | null = null

function Field() {
  const [day, setDay] = useState<string | null>('2026-11-20')
  kept = day
  return (
    <MantineProvider env="test">
      <DateInput label="Día" value={day} now={today} min="2026-11-01" max={today} always onChange={setDay} />
    </MantineProvider>
  )
}

/** Types key by key, as a person does. */
function type(text: string): HTMLInputElement {
  render(<Field />)
  const field = screen.getByLabelText<HTMLInputElement>('Día')
  fireEvent.focus(field)
  for (let typed = 1; typed <= text.length; typed++)
    fireEvent.input(field, { target: { value: text.slice(0, typed) } })
  fireEvent.blur(field)
  return field
}

it.each([
  ['01/12/2099', '2099-12-01', '01/12/2099', 'La fecha no puede ser posterior a hoy (22/11/2026).'],
  ['31/10/2026', '2026-10-31', '31/10/2026', 'La fecha no puede ser anterior al 01/11/2026.'],
  ['1511', '2026-11-15', '15/11/2026', null],
  ['01/12/209', '2026-11-20', '20/11/2026', '«01/12/209» no es una fecha. Escríbela como 15/08/2026.'],
])('%s is kept as %s and shown as %s', (text, day, shown, said) => {
  const field = type(text)
  expect([kept, field.value]).toEqual([day, shown])
  if (said) expect(screen.getByText(said)).toBeTruthy()
  else expect(field.getAttribute('aria-invalid')).not.toBe('true')
})
