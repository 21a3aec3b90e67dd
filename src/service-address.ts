/**
 * A base address in the one spelling that it is kept and compared in: scheme and host in lower case, a host of numbers written out, without the port that
 * goes without saying, without a question or number sign that nothing follows, and without a slash at the end. What is no address stays as it is. `localhost`
 * and `127.0.0.1` stay two: a host name may mean anything.
 */
export function plainAddress(text: string): string {
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  // An empty query or fragment is still written; once it is set to nothing, it is not.
  if (url.search === '') url.search = ''
  if (url.hash === '') url.hash = ''
  return url.href.replace(/(?<!\/)\/+$/, '')
}
