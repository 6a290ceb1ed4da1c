import { expect, it } from 'vitest'
import { type OnItsWay, stepsOf } from './taxState'

const document = (
  state: OnItsWay['state'],
  transmission: Partial<NonNullable<OnItsWay['transmission']>> | null,
) => ({ issued_at: '1', state, transmission }) as OnItsWay

it.each([
  ['a nota de venta is issued and that is all', document('NOT_SENT', null), ['issued done']],
  ['one in the queue waits', document('PENDING', {}), ['issued done', 'judged waits']],
  [
    'one that was accepted went all the way',
    document('ACCEPTED', { signed_at: '2', sent_at: '3', accepted_at: '4' }),
    ['issued done', 'signed done', 'sent done', 'judged good'],
  ],
  [
    'one that was voided was accepted before',
    {
      ...document('VOIDED', { signed_at: '2', sent_at: '3', accepted_at: '4' }),
      voided_at: '5',
    },
    ['issued done', 'signed done', 'sent done', 'judged done', 'judged good'],
  ],
  [
    'one that was rejected ends there',
    document('REJECTED', { signed_at: '2', sent_at: '3' }),
    ['issued done', 'signed done', 'sent done', 'judged bad'],
  ],
])('%s', (_, of, said) => expect(stepsOf(of).map((each) => `${each.what} ${each.tone}`)).toEqual(said))
