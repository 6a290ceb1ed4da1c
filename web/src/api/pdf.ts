import i18n from '../i18n/i18n'
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
  save(await response.blob(), nameOf(response) ?? 'comanda')
}

const nameOf = (response: Response) =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]

/**
 * Fetches a document with the token and shows it in a tab of its own. The tab is opened before anything is awaited: browsers allow
 * it only as the answer to a tap. Where they do not, the document is downloaded.
 */
export async function openPdf(path: PathOf<'GET'>, query?: Record<string, string | number>): Promise<void> {
  const tab = openedTab()
  try {
    const response = await send('GET', path, { query })
    const content = await response.blob()
    if (!tab) return save(content, nameOf(response) ?? 'documento.pdf')
    // The tab was closed meanwhile, so nobody wants the document.
    if (tab.closed) return
    const address = URL.createObjectURL(content)
    tab.location.replace(address)
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (error) {
    tab?.close()
    throw error
  }
}

function openedTab(): Window | null {
  // A browser that shows no PDF itself would leave the tab empty.
  if (navigator.pdfViewerEnabled === false) return null
  const tab = window.open('', '_blank')
  if (tab) {
    tab.opener = null
    tab.document.title = i18n.t('common.opening')
    tab.document.body.textContent = i18n.t('common.opening')
  }
  return tab
}
