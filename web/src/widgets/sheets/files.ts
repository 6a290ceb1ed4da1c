/** The server takes no larger file. */
export const maxUploadBytes = 5 * 1024 * 1024

export type FileFormat = 'xlsx' | 'csv'

/** Returns a file's content as the API takes it. */
export const base64 = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
