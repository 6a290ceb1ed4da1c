import { errorText } from '../../../api/errors'
import { downloadFile } from '../../../api/pdf'
import i18n from '../../../i18n/i18n'
import { useSession } from '../../../session/session'

/** The reason why there is no file; its text is shown as it is. */
class NoFile extends Error {}

/** Returns whether the answer is a web page: a proxy may answer with one and 200 too. */
export const isWebPage = (response: Pick<Response, 'headers'>) =>
  /^\s*(text\/html|application\/xhtml)/i.test(response.headers.get('content-type') ?? '')

/** The API paths of a month's files. */
type RegisterPath =
  | '/accounting/export-sales-report'
  | '/accounting/rvie'
  | '/accounting/export-purchase-report'
  | '/accounting/rce'

/** Fetches a file of the register and saves it. */
export async function saveExport(
  path: RegisterPath,
  format: 'CSV' | 'ZIP',
  query: Record<string, number | boolean>,
) {
  if (!useSession.getState().session?.token) throw new NoFile(i18n.t('register.noToken'))
  await downloadFile(path, query, (response) => {
    if (isWebPage(response)) throw new NoFile(i18n.t('register.gotPage', { format }))
  })
}

/** Returns the text to show when it did not work. */
export const exportTrouble = (error: unknown) => (error instanceof NoFile ? error.message : errorText(error))
