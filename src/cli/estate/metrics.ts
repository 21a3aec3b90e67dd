import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Fault } from '../../errors.js'
import type { EstateWorker } from '../../estate/index.js'

const LOOPBACK = '127.0.0.1'
const HELP = {
  requests: 'Requests that this worker has sent.',
  acknowledged: 'Requests that the service has acknowledged.',
  refused: 'Requests that the service has refused.',
  throttled: 'Requests that the service has put off.',
  failed: 'Requests that brought no usable answer.',
} as const

/** What a worker counts, in the text form that Prometheus reads. */
export function metricsText({ id, counts, atWork }: Pick<EstateWorker, 'id' | 'counts' | 'atWork'>): string {
  const label = `{worker="${id}"}`
  return [
    ...(Object.keys(HELP) as (keyof typeof HELP)[]).flatMap((name) => [
      `# HELP hubswitch_${name}_total ${HELP[name]}`,
      `# TYPE hubswitch_${name}_total counter`,
      `hubswitch_${name}_total${label} ${counts[name]}`,
    ]),
    '# HELP hubswitch_hotels_in_flight Hotels that this worker is sending to.',
    '# TYPE hubswitch_hotels_in_flight gauge',
    `hubswitch_hotels_in_flight${label} ${atWork}`,
    '',
  ].join('\n')
}

/**
 * Serves the metrics of a worker to programs of this machine.
 * @param port 0 for any that is free
 * @throws Fault USAGE where the port is taken
 */
export async function serveMetrics(
  port: number,
  worker: Pick<EstateWorker, 'id' | 'counts' | 'atWork'>,
): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    response.end(metricsText(worker))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    throw new Fault('USAGE', `Port ${port} cannot be used for metrics: ${error.code ?? 'unknown reason'}.`, {
      next: 'Name another with --metrics-port, or 0 for any that is free.',
      cause: error,
    })
  })
  server.unref()
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/metrics`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
