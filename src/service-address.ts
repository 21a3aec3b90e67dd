/**
 * A base address in the one spelling that it is kept and compared in: scheme and host in lower case, a host of numbers written out, without the port that
 * goes without saying and without a slash at the end. What is no address stays as it is. `localhost` and `127.0.0.1` stay two: a host name may mean anything.
 */
export function plainAddress(text: string): string {
  return URL.canParse(text) ? new URL(text).href.replace(/(?<!\/)\/+$/, '') : text
}
