import { expect, test } from 'vitest'
import { pagesShown } from './pages'

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 5, [1, 2, null, 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [6, 11, [1, null, 5, 6, 7, null, 11]],
  [11, 11, [1, null, 10, 11]],
])('page %i of %i', (page, pages, shown) => expect(pagesShown(page, pages)).toEqual(shown))
