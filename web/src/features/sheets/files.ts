import { send } from '../../api/client'
import type { PathOf } from '../../api/paths'

/** As the server takes it. */
export const mostBytes = 5 * 1024 * 1024

export type FileFormat = 'xlsx' | 'csv'

/** Fetches a file with the token and hands it to the browser, under the name that the server gives it. */
export async function download(path: PathOf<'GET'>, format: FileFormat): Promise<void> {
  const response = await send('GET', path, { query: { format } })
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name ?? `comanda.${format}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A file's content as the API takes it. */
export const base64 = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
