import { act, render } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { surviveTranslation } from './othersTexts'

const tell = vi.fn()
beforeAll(() => surviveTranslation(tell))

/** Shows `text` in another language, in two `font` elements as Google's translator does. */
function fontsOf(text: string) {
  const outer = document.createElement('font')
  const inner = document.createElement('font')
  inner.append(text)
  outer.append(inner)
  return outer
}

const ways: Record<string, (text: Text) => void> = {
  'put in place of a text': (text) => text.replaceWith(fontsOf(`*${text.data}`)),
  'put before a text that is then taken out': (text) => {
    text.before(fontsOf(`*${text.data}`))
    text.remove()
  },
  'put around a text': (text) => {
    const fonts = fontsOf('')
    text.replaceWith(fonts)
    fonts.firstElementChild?.append(text)
  },
  'put after a text that is then taken out': (text) => {
    text.after(fontsOf(`*${text.data}`))
    text.remove()
  },
  'another text in its place': (text) => text.replaceWith(`*${text.data}`),
}

async function translate(root: HTMLElement, way: (text: Text) => void) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  await act(async () => texts.forEach(way))
}

function Bill({ total, tip, names }: { total: string; tip?: string; names: string[] }) {
  return (
    <p>
      Total {total}
      {tip ? ` y ${tip}` : null}
      {names.map((name) => (name === name.toUpperCase() ? <b key={name}>{name}</b> : name))}.
    </p>
  )
}

const written = (root: HTMLElement) => root.textContent?.replaceAll('*', '')

it.each(Object.entries(ways))('goes on when a translation is %s', async (_, way) => {
  const { container, rerender } = render(<Bill total="66.00" tip="6.60" names={['a', 'B']} />)
  const bills: [bill: Parameters<typeof Bill>[0], said: string][] = [
    [{ total: '70.00', tip: '6.60', names: ['a', 'B'] }, 'Total 70.00 y 6.60aB.'],
    [{ total: '70.00', names: ['B', 'a'] }, 'Total 70.00Ba.'],
    [{ total: '0.00', tip: '1.00', names: ['C', 'a', 'B', 'd'] }, 'Total 0.00 y 1.00CaBd.'],
    [{ total: '5.00', names: [] }, 'Total 5.00.'],
  ]
  for (const [bill, said] of bills) {
    await translate(container, way)
    rerender(<Bill {...bill} />)
    expect(written(container)).toBe(said)
  }
})

it('puts all texts back that one translation stands for', async () => {
  const { container, rerender } = render(<Bill total="66.00" names={[]} />)
  await act(async () => {
    const paragraph = container.querySelector('p')
    const texts = [...(paragraph?.childNodes ?? [])]
    paragraph?.prepend(fontsOf('Sixty-six in all.'))
    for (const text of texts) text.remove()
  })
  rerender(<Bill total="70.00" names={[]} />)
  expect(written(container)).toBe('Total 70.00.')
})

it('tells it once', () => expect(tell).toHaveBeenCalledTimes(1))
