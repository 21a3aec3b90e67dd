import { describe, expect, it } from 'vitest'
import { readXml } from '../../../src/resnotif/xml/index.js'

describe('a DOCTYPE', () => {
  it.each([
    ['<!DOCTYPE a>\n<a/>', 1, 1],
    ['<?xml version="1.0"?>\n<!DOCTYPE a [\n<!ENTITY e "3">\n]>\n<a/>', 2, 1],
    ['<?xml version="1.0"?>\r\n  <!DOCTYPE a [\r\n<!ENTITY e "3">\r\n<!ENTITY f "4">\r\n]>\r\n<a/>', 2, 3],
    ['<!-- <!DOCTYPE b> --><!DOCTYPE a>\n<a/>', 1, 22],
  ])('is told where it begins: %j', (text, line, column) => {
    expect(readXml(text).broken).toMatchObject({ kind: 'doctype', line, column })
  })
})
