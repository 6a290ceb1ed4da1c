import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import '../../../i18n/i18n'
import { AvoidedAllergens, Contains } from './Contains'

it('says of an option which allergens of the account it contains', () => {
  render(
    <AvoidedAllergens value={['PEANUT', 'FISH']}>
      <Contains allergens={['MILK', 'PEANUT']} />
    </AvoidedAllergens>,
  )
  screen.getByText('Lleva maní')
  expect(screen.queryByText(/lácteos|pescado/)).toBeNull()
})

it.each([[['MILK']], [[]], [undefined]] as const)('says nothing of %j', (allergens) => {
  const { container } = render(
    <AvoidedAllergens value={['PEANUT']}>
      <Contains allergens={allergens} />
    </AvoidedAllergens>,
  )
  expect(container.textContent).toBe('')
})
