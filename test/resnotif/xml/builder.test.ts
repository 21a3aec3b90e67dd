import { describe, expect, it } from 'vitest'
import { readXml, XmlBuilder } from '../../../src/resnotif/xml/index.js'

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'

describe('a document that is written', () => {
  it('has an element a line, and texts where they stand', () => {
    const document = XmlBuilder.document()
    const root = document.ele('urn:a', 'Root').att('Id', '1').att('Name', `"Ada" & 'Bo' <x>`)
    root.ele('Empty')
    root.ele('Blank').txt('')
    root.ele('Text').txt('a < b').txt(' > c & d')
    root.ele('Mixed').txt('before').ele('Inner').up().txt('behind')
    expect(document.end({ prettyPrint: true }).split('\n')).toEqual([
      HEAD,
      `<Root xmlns="urn:a" Id="1" Name="&quot;Ada&quot; &amp; 'Bo' &lt;x&gt;">`,
      '  <Empty/>',
      '  <Blank/>',
      '  <Text>a &lt; b &gt; c &amp; d</Text>',
      '  <Mixed>',
      '    before',
      '    <Inner/>',
      '    behind',
      '  </Mixed>',
      '</Root>',
    ])
    expect(document.end()).toContain(
      '<Blank></Blank><Text>a &lt; b &gt; c &amp; d</Text><Mixed>before<Inner/>behind</Mixed>',
    )
  })

  it('declares a namespace where it is not known yet', () => {
    const document = XmlBuilder.document()
    const envelope = document.ele('urn:soap', 'soap:Envelope')
    envelope
      .ele('urn:soap', 'soap:Header')
      .ele('urn:b', 'b:Token', { Type: 't' })
      .att('soap:must', '1')
      .ele('urn:b', 'b:Name')
    const body = envelope.ele('urn:soap', 'soap:Body')
    body.ele('urn:a', 'Root').ele('Child').ele('urn:a', 'Same').ele('urn:c', 'Other')
    body.ele('urn:b', 'b:Name')
    expect(document.end()).toBe(
      `${HEAD}<soap:Envelope xmlns:soap="urn:soap"><soap:Header><b:Token xmlns:b="urn:b" Type="t" soap:must="1"><b:Name/></b:Token></soap:Header>` +
        '<soap:Body><Root xmlns="urn:a"><Child><Same><Other xmlns="urn:c"/></Same></Child></Root><b:Name xmlns:b="urn:b"/></soap:Body></soap:Envelope>',
    )
    expect(readXml(document.end()).broken).toBeUndefined()
  })

  it.each(['&amp;', '&lt;b&gt;', '&co;', '&#65;', '&#x41;', '&', '&&amp;;', ']]>', '"', "'", '<!--'])(
    'is read as it was given: %j',
    (text) => {
      const document = XmlBuilder.document()
      document.ele('Root').att('Name', text).txt(text)
      const { root, broken } = readXml(document.end())
      expect(broken).toBeUndefined()
      expect([root?.text, root?.attributes[0]?.value]).toEqual([text, text])
    },
  )

  it.each(['\0', '\u000b', '\u001f', '\ufffe', '\uffff', '\ud800', 'a\udfffb'])(
    'holds nothing that XML cannot carry: %j',
    (text) => {
      const element = XmlBuilder.document().ele('Root')
      expect(() => element.txt(text)).toThrow('cannot carry')
      expect(() => element.att('Name', text)).toThrow('cannot carry')
      expect(element.txt('\t\n\u{1f600}').up().end()).toBe(`${HEAD}<Root>\t\n\u{1f600}</Root>`)
    },
  )
})
