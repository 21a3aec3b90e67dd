import type { Settings } from '../../config/index.js'
import { durationText } from '../../duration-text.js'
import type { SendNews } from '../../push/index.js'
import { shellWord } from '../../shell-word.js'
import { count } from '../show/index.js'

/** A shorter wait for our own pace is not worth a line. */
const SHORT_WAIT_MS = 3000
/** Hotels that are named in a line of their own. */
const ASKED_TOLD = 10

/** Whether a wait is too short to be told: the pace of a hotel makes one of every request. */
export function keepsQuiet({ kind, ms }: SendNews): boolean {
  return (kind === 'own-pace' || kind === 'asked') && ms < SHORT_WAIT_MS
}

/** Says what a run waits for, a line at a time. */
export class NewsTeller {
  readonly #notice: (line: string) => void
  readonly #settings: Settings
  readonly #stops: string
  #hasToldPace = false
  /** Until when hotels were told to wait, epoch milliseconds. */
  readonly #asked = new Map<string, number>()
  /** What is waited for just now, for the progress line; until when, epoch milliseconds. */
  #waiting: { text: string; until: number } | undefined

  /** @param isAtTerminal whether somebody is there who could press Ctrl-C */
  constructor(settings: Settings, notice: (line: string) => void, isAtTerminal = true) {
    this.#stops = `${isAtTerminal ? '; Ctrl-C stops' : '; "hubswitch run stop" stops it'}, and "hubswitch run resume --last" goes on later.`
    this.#settings = settings
    this.#notice = notice
  }

  /** What is waited for at this moment; empty where nothing is. */
  waiting(now: number): string {
    if (this.#waiting === undefined || this.#waiting.until <= now) return ''
    return `; waiting ${durationText(Math.ceil((this.#waiting.until - now) / 1000))} ${this.#waiting.text}`
  }

  tell(news: SendNews): void {
    const until = Date.now() + news.ms
    switch (news.kind) {
      case 'unreachable':
        this.#waiting = { text: 'for the service', until }
        return this.#notice(`${news.message} Trying again for ${durationText(Math.ceil(news.ms / 1000))}${this.#stops}`)
      case 'back':
        this.#waiting = undefined
        return this.#notice(`The service answers again after ${durationText(Math.ceil(news.ms / 1000))}.`)
      case 'last-round':
        this.#waiting = { text: 'before another try', until }
        return this.#notice(
          `Requests for ${news.hotels.length === 1 ? `hotel ${news.hotels[0]}` : count(news.hotels.length, 'hotel')} failed while others were answered. Trying again in ${durationText(Math.ceil(news.ms / 1000))}.`,
        )
      case 'throttled':
        return this.#notice(
          `For ${durationText(Math.ceil(news.ms / 1000))} the service has put off every request (too many requests, or busy). Trying for ${durationText(Math.ceil(news.leftMs / 1000))} more${this.#stops}`,
        )
      case 'failing':
        return this.#notice(
          `${news.message} Trying again, for ${durationText(Math.ceil(news.ms / 1000))} at most without any other answer${this.#stops}`,
        )
      case 'asked':
        return this.#tellAsked(news, until)
      case 'own-pace':
        return this.#tellPace(news, until)
    }
  }

  /** One line for each wait of a hotel, which is asked about again and again. */
  #tellAsked({ hotel, ms }: Extract<SendNews, { kind: 'asked' }>, until: number): void {
    this.#waiting = { text: `for hotel ${hotel}, as the service asked`, until }
    if (ms < SHORT_WAIT_MS || (this.#asked.get(hotel) ?? 0) >= until - SHORT_WAIT_MS || this.#asked.size >= ASKED_TOLD)
      return
    this.#asked.set(hotel, until)
    this.#notice(
      `Waiting ${durationText(Math.ceil(ms / 1000))} for hotel ${hotel}, as the service asked (Retry-After).`,
    )
  }

  #tellPace({ hotel, ms, perMinute, because = 'start' }: Extract<SendNews, { kind: 'own-pace' }>, until: number): void {
    const pace = `${perMinute >= 10 ? Math.round(perMinute) : perMinute.toPrecision(2)} requests a minute for each hotel`
    // A wait that is longer than the spacing of the pace has another reason than the pace.
    const isPace = because === 'start' && ms <= (60_000 / perMinute) * SLACK + SHORT_WAIT_MS
    this.#waiting = { text: isPace ? `to keep to ${pace}` : WAITED[because], until }
    if (this.#hasToldPace || ms < SHORT_WAIT_MS || this.#settings.limits.writesPerMinute.value !== undefined) return
    this.#hasToldPace = true
    const waiting = `Waiting ${durationText(Math.ceil(ms / 1000))} for hotel ${hotel}`
    if (!isPace) return this.#notice(`${waiting}: ${TOLD[because]}.`)
    const { profile, baseUrl } = this.#settings
    const keep =
      baseUrl.source === 'file'
        ? `, or for every push with "hubswitch profile set ${shellWord(profile.value)} --writes-per-minute N"`
        : ''
    this.#notice(
      `${waiting}: hubswitch keeps to ${pace} until this service has shown that it takes more. Set the pace with --rate, such as --rate 5${keep}.`,
    )
  }
}

type Because = NonNullable<Extract<SendNews, { kind: 'own-pace' }>['because']>

/** A few requests may have gone out ahead of the pace. */
const SLACK = 2

const WAITED: Record<Because, string> = {
  start: 'for the next turn of the hotel',
  refusals: 'because the service has put off requests of this hotel',
  failures: 'after requests that failed',
}
const TOLD: Record<Because, string> = {
  start: 'requests of this hotel have gone out ahead of its pace, also from earlier pushes',
  refusals:
    'the service has put off requests of this hotel (429), and hubswitch keeps below the limit that it found; --rate does not raise that',
  failures: 'requests of this hotel failed, and the next try is spaced out',
}
