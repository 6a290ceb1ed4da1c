import { send } from './client'
import type { PathOf } from './paths'

/** Fetches a file with the token and saves it under this name. */
export async function saveFile(path: PathOf<'GET'>, name: string): Promise<void> {
  const response = await send('GET', path)
  save(await response.blob(), name)
}

function save(content: Blob, name: string) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Fetches a file with the token and saves it under the name that the server gives it; `check` may throw before it is saved. */
export async function downloadFile(
  path: PathOf<'GET'>,
  query: Record<string, string | number | boolean>,
  check?: (response: Response) => void,
): Promise<void> {
  const response = await send('GET', path, { query })
  check?.(response)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  save(await response.blob(), name ?? 'comanda')
}

/** Fetches a document with the token and shows it in a tab of its own. */
export async function openPdf(path: PathOf<'GET'>, query?: Record<string, string | number>): Promise<void> {
  const response = await send('GET', path, { query })
  const address = URL.createObjectURL(await response.blob())
  const tab = window.open(address, '_blank')
  if (tab) {
    tab.opener = null
  } else {
    // Browsers that allow no new tab here download it instead.
    const link = document.createElement('a')
    link.href = address
    link.download = path.split('/').at(-1) ?? 'documento.pdf'
    link.click()
  }
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
