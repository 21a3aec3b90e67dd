/** Messages as a service takes them that has a parameter of text. */

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const inCdata = (text: string): string => `<![CDATA[${text}]]>`

export const inEnvelope = (inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inside}</s:Body></s:Envelope>`

/** A call of a service with a user, a password and the message. */
export const inString = (text: string, spelling: 'entities' | 'CDATA'): string =>
  inEnvelope(
    `<x:send xmlns:x="urn:x"><x:user>hub</x:user>\n<x:pass>PWPASSCANARY</x:pass><x:xmlPayload>${spelling === 'CDATA' ? inCdata(text) : escaped(text)}</x:xmlPayload></x:send>`,
  )
