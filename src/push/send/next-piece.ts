import type { Journal, PendingHotel, RunRecord } from '../../journal/index.js'
import { isUnconnected, type Turn } from '../pace/index.js'
import { RequestWriter, type WireNames } from '../requests/index.js'
import { steadyNow } from '../../clock.js'
import { FateWriter } from './fate-writer.js'
import { type RequestEvent, RequestTeller } from './request-events.js'
import { HotelSender, type ServiceWatch } from './send-hotel.js'
import type { OutgoingBatch, SendOutcome } from './send-outcome.js'

interface NextPieceInput {
  journal: Journal
  run: Pick<RunRecord, 'id' | 'kind' | 'target'>
  hotel: PendingHotel
  writer: RequestWriter
  send(batch: OutgoingBatch): Promise<SendOutcome>
}

/** What one piece has come to. */
export interface PieceReport {
  /** The last request that brought no judgement; absent where all did. */
  unjudged?: Exclude<SendOutcome, { fate: 'acknowledged' | 'rejected' }>
  /** The service takes no connections: it is away for all hotels. */
  isUnconnected: boolean
  requests: number
  /** Those of them that narrowed a rejected batch down. */
  extraRequests: number
  acknowledged: number
  /** Whether the hotel has more to send. */
  isLeft: boolean
  /** To be told once the fates are on record. */
  events: RequestEvent[]
}

/** Writes the bodies of a run. */
export function bodyWriter({ wire }: Pick<RunRecord, 'wire'>): RequestWriter {
  return new RequestWriter(wire as unknown as WireNames)
}

/**
 * Sends the next piece of a hotel that has no fate yet, once, with the few probes that a refusal may take, and puts what became of it into the journal. Order,
 * pace and repeats are for whoever calls.
 */
export async function sendNextPiece({ journal, run, hotel, writer, send }: NextPieceInput): Promise<PieceReport> {
  const end = new AbortController()
  const report: PieceReport = {
    isUnconnected: false,
    requests: 0,
    extraRequests: 0,
    acknowledged: 0,
    isLeft: true,
    events: [],
  }
  const target = journal.runs.targetId(run.target, { create: true }) as number
  const fates = new FateWriter(journal, run.id, { target, kind: run.kind })
  const watch: ServiceWatch = {
    pass: () => Promise.resolve(),
    refused: () => false,
    heard: (_hotel, _turn, outcome) => {
      if (outcome.fate === 'acknowledged') report.acknowledged += 1
      if (outcome.fate === 'acknowledged' || outcome.fate === 'rejected') return 'judged'
      report.unjudged = outcome
      report.isUnconnected = outcome.fate === 'failed' && isUnconnected(outcome.fault)
      end.abort()
      return 'stop'
    },
  }
  await new HotelSender(
    {
      journal,
      run: run.id,
      writer,
      fates: {
        settle: (fate) => fates.settle(fate),
        rejectPending: (refusal) => fates.rejectPending(refusal),
        unanswered: (entries) => fates.unanswered(entries),
        countRequest: (isExtra) => {
          report.requests += 1
          if (isExtra) report.extraRequests += 1
        },
      },
      pacer: {
        turn: (code): Promise<Turn> => Promise.resolve({ hotel: code, sentAt: steadyNow(), atOnce: 1 }),
        settle: () => undefined,
      },
      halt: end.signal,
      watch,
      teller: new RequestTeller((event) => void report.events.push(event)),
      send,
      // A piece that was only taken apart has cost no request: the next one is due.
      onSettled: () => {
        if (report.requests > 0) end.abort()
      },
    },
    hotel,
  ).run()
  fates.flush()
  report.isLeft = journal.batches.nextPiece(run.id, hotel.firstSeq, hotel.lastSeq) !== undefined
  return report
}
