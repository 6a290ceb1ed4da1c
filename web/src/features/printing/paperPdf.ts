import { errorText } from '../../api/errors'
import { openPdf } from '../../api/pdf'
import { showToast } from '../../ui/toasts'

/** Opens the document of a job as a PDF in a tab of its own. */
export const showPaper = (jobId: string) =>
  void openPdf(`/print-jobs/${jobId}/pdf`).catch((error) => showToast('danger', errorText(error)))
