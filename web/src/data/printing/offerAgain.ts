import { get } from '../../api/client'
import { queryClient } from '../../api/query'
import { isLinked, liveLink } from '../../api/realtime'
import { printingKeys } from './keys'

/**
 * Tells the print agents over the socket that a job is offered again, besides the server's own message: only the job's name goes,
 * on the print id that the server gave the user.
 */
export async function offerAgain(jobId: string) {
  if (!isLinked()) return
  const { channel } = await queryClient.fetchQuery({
    queryKey: printingKeys.channel,
    queryFn: ({ signal }) => get('/print-channel', undefined, signal),
    staleTime: 60_000,
  })
  if (channel) liveLink()?.emit('send_message', { channel, message: { job_id: jobId } })
}
