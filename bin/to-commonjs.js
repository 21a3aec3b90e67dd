// Turns the chunks of the bundle from ES modules into CommonJS: they load in half the time, and V8 takes compiled code for them on every Node.
import path from 'node:path'
import { parse } from 'acorn'

/** Calls `visit` with every node of a tree. */
function walk(node, visit) {
  visit(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') walk(child, visit)
}

const isFunction = (node) => /Function/.test(node.type)
/** Names that a pattern gives a value to. */
function identifiers(pattern) {
  if (pattern === null) return []
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type === 'ObjectPattern') return pattern.properties.flatMap((part) => identifiers(part.value ?? part))
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap(identifiers)
  if (pattern.type === 'RestElement') return identifiers(pattern.argument)
  return pattern.type === 'AssignmentPattern' ? identifiers(pattern.left) : []
}

/** Names that a node declares for what is in it: `var` for a function, the others for a block. */
function declaredIn(node) {
  const names = new Set()
  const look = (child, isInside) => {
    if (child.type === 'VariableDeclaration' && (!isInside || (child.kind === 'var' && isFunction(node))))
      for (const { id } of child.declarations) for (const name of identifiers(id)) names.add(name)
    if (/^(Function|Class)Declaration$/.test(child.type) && !isInside && child.id) names.add(child.id.name)
    if (isFunction(child)) return
    for (const value of Object.values(child))
      for (const next of Array.isArray(value) ? value : [value]) if (typeof next?.type === 'string') look(next, true)
  }
  if (isFunction(node)) for (const param of node.params) for (const name of identifiers(param)) names.add(name)
  if (node.type === 'CatchClause' && node.param) for (const name of identifiers(node.param)) names.add(name)
  const statements = isFunction(node) && node.body.type === 'BlockStatement' ? node.body.body : node.body
  for (const child of [node.init, node.left, ...(Array.isArray(statements) ? statements : [])])
    if (typeof child?.type === 'string') look(child, false)
  return names
}

/** Names of the module that are given a value after they were declared: whoever took the first value would miss it. */
function assignedLater(tree) {
  const names = new Set()
  const visit = (node, hidden) => {
    const within =
      node !== tree &&
      (isFunction(node) || /^(BlockStatement|StaticBlock|CatchClause|For\w*Statement)$/.test(node.type))
        ? new Set([...hidden, ...declaredIn(node)])
        : hidden
    const given =
      node.type === 'AssignmentExpression' ||
      (/^For(In|Of)/.test(node.type) && node.left.type !== 'VariableDeclaration')
        ? node.left
        : node.type === 'UpdateExpression'
          ? node.argument
          : undefined
    if (given !== undefined) for (const name of identifiers(given)) if (!within.has(name)) names.add(name)
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child?.type === 'string') visit(child, within)
  }
  visit(tree, new Set())
  for (const node of tree.body)
    if (node.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations)
        if (init === null) for (const name of identifiers(id)) names.add(name)
  return names
}

const nameOf = (node) => node.name ?? node.value
const isChunk = (specifier) => specifier.startsWith('./') || specifier.startsWith('../')

/** What stands in place of one import statement. */
function requiring(node, specifier) {
  const required = `require(${JSON.stringify(specifier)})`
  if (node.specifiers.length === 0) return `${required};`
  const named = []
  const whole = []
  for (const { type, imported, local } of node.specifiers) {
    if (type === 'ImportSpecifier')
      named.push(nameOf(imported) === local.name ? local.name : `${nameOf(imported)}:${local.name}`)
    else whole.push(local.name)
  }
  return [
    ...whole.map((name) => `const ${name}=${required};`),
    ...(named.length > 0 ? [`const{${named.join(',')}}=${required};`] : []),
  ].join('')
}

/**
 * One chunk as the body of a function of `exports`, `require`, `importModule` and `url`.
 * @param {string} id the chunk, as `commands/rates/push`
 * @param {string} text the chunk as an ES module of esbuild
 * @returns {{ text: string, requires: string[], dynamic: string[], lateExports: string[], taken: [string, string][] }} the ids of what it loads at once, and of
 *   what it may load; what it exports that gets its value later; the names it takes, and of which chunk
 */
export function toCommonJs(id, text) {
  const tree = parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true })
  const idOf = (specifier) => path.posix.join(path.posix.dirname(id), specifier).replace(/\.js$/, '')
  const later = assignedLater(tree)
  const edits = []
  const requires = []
  const dynamic = []
  const exported = []
  const lateExports = []
  const taken = []
  const edit = (node, by) => edits.push([node.start, node.end, by])

  for (const node of tree.body) {
    if (node.type === 'ImportDeclaration') {
      const specifier = isChunk(node.source.value) ? idOf(node.source.value) : node.source.value
      if (isChunk(node.source.value)) {
        requires.push(specifier)
        for (const { type, imported } of node.specifiers) {
          if (type !== 'ImportSpecifier') throw new Error(`${id}: imports ${specifier} as a whole`)
          taken.push([specifier, nameOf(imported)])
        }
      }
      edit(node, requiring(node, isChunk(node.source.value) ? `#${specifier}` : specifier))
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null && node.source === null) {
      for (const { exported: as, local } of node.specifiers) {
        // Read when it is asked for, which only `import()` does: whoever takes it at once is refused below.
        if (later.has(local.name)) {
          lateExports.push(nameOf(as))
          exported.push(`Object.defineProperty(exports,"${nameOf(as)}",{enumerable:true,get:()=>${local.name}});`)
        } else exported.push(`exports.${nameOf(as)}=${local.name};`)
      }
      edit(node, '')
    } else if (node.type === 'ExportDefaultDeclaration' && !/Declaration$/.test(node.declaration.type)) {
      edits.push([node.start, node.declaration.start, 'exports.default='])
    } else if (node.type.startsWith('Export')) throw new Error(`${id}: an export of another form, ${node.type}`)
  }
  walk(tree, (node) => {
    if (node.type === 'MetaProperty' && node.meta.name === 'import') edit(node, '({url})')
    if (node.type === 'ImportExpression') {
      const { source } = node
      if (source.type === 'Literal' && isChunk(source.value)) {
        dynamic.push(idOf(source.value))
        edit(node, `importModule("#${idOf(source.value)}")`)
      } else edits.push([node.start, source.start, 'importModule('])
    }
  })
  let result = ''
  let at = 0
  for (const [start, end, by] of edits.sort((a, b) => a[0] - b[0])) {
    result += text.slice(at, start) + by
    at = end
  }
  result += text.slice(at)
  return {
    text: `(function(exports,require,importModule,url){"use strict";${result.replace(/^#!.*\n/, '')}\n${exported.join('')}})`,
    requires,
    dynamic,
    lateExports,
    taken,
  }
}

/**
 * @param {Map<string, ReturnType<typeof toCommonJs>>} chunks by id
 * @throws where a value would be taken before it is there: chunks in a circle, or a name that gets its value later
 */
export function refuseEarly(chunks) {
  for (const [id, { taken }] of chunks)
    for (const [from, name] of taken)
      if (chunks.get(from).lateExports.includes(name)) throw new Error(`${id}: ${from} gives "${name}" its value later`)
  const done = new Set()
  const visit = (id, above) => {
    if (above.includes(id)) throw new Error(`chunks in a circle: ${[...above, id].join(' → ')}`)
    if (done.has(id)) return
    done.add(id)
    for (const next of chunks.get(id).requires) visit(next, [...above, id])
  }
  for (const id of chunks.keys()) visit(id, [])
}
