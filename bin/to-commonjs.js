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
  if (/^(Function|Class)Expression$/.test(node.type) && node.id) names.add(node.id.name)
  if (isFunction(node)) for (const param of node.params) for (const name of identifiers(param)) names.add(name)
  if (node.type === 'CatchClause' && node.param) for (const name of identifiers(node.param)) names.add(name)
  const statements =
    node.type === 'SwitchStatement'
      ? node.cases.flatMap(({ consequent }) => consequent)
      : isFunction(node) && node.body.type === 'BlockStatement'
        ? node.body.body
        : node.body
  for (const child of [node.init, node.left, ...(Array.isArray(statements) ? statements : [])])
    if (typeof child?.type === 'string') look(child, false)
  return names
}

const opensScope = (node) =>
  isFunction(node) ||
  /^(BlockStatement|StaticBlock|CatchClause|SwitchStatement|Class\w+|For\w*Statement)$/.test(node.type)

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

/** A pattern without the letters outside of ASCII that it may hold as they are: one of them alone makes a chunk of half a megabyte twice as large in memory. */
const inAscii = (pattern) =>
  pattern.replaceAll(
    /(\\*)([\u0080-\uffff])/g,
    (_, slashes, letter) =>
      `${slashes.slice(slashes.length % 2)}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const nameOf = (node) => node.name ?? node.value
const isChunk = (specifier) => specifier.startsWith('./') || specifier.startsWith('../')

/** A package that is no ES module, taken whole, as esbuild writes it: `var import_yaml = __toESM(require_dist())`. */
const isPackage = ({ id, init }) =>
  id.type === 'Identifier' &&
  init?.type === 'CallExpression' &&
  init.callee.type === 'Identifier' &&
  init.callee.name === '__toESM'

/** Kinds of initial values that may be made later. */
const MADE = new Set([
  'ArrayExpression',
  'BinaryExpression',
  'CallExpression',
  'ConditionalExpression',
  'Identifier',
  'Literal',
  'LogicalExpression',
  'MemberExpression',
  'NewExpression',
  'ObjectExpression',
  'TemplateLiteral',
])
/** Cheap, or of the moment at which it is made. */
const AT_ONCE = new Set(['__commonJS', '__esm', 'Symbol', 'Date', 'performance', 'process', 'globalThis'])

/** Calls `visit` with every node that is run where a value is made; functions in it are run later. */
function walkRun(node, visit) {
  visit(node)
  const isKeyed = node.type === 'MemberExpression' || node.type === 'Property'
  for (const [key, value] of Object.entries(node)) {
    if (isKeyed && !node.computed && (key === 'property' || key === 'key')) continue
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string' && !isFunction(child)) walkRun(child, visit)
  }
}

/** Whether a value of the module is made by calls, such as a schema, or of what is taken or made late. Nothing of ours does more than that when it is loaded. */
function isMade({ id, init }, late) {
  if (id.type !== 'Identifier' || !MADE.has(init?.type)) return false
  let [isWork, isPlain] = [false, true]
  walkRun(init, (node) => {
    // An empty map costs nothing.
    if (node.type === 'CallExpression' || (node.type === 'NewExpression' && node.arguments.length > 0)) isWork = true
    if (/^(?:Class|Assignment|Update|Await|This|Import|Meta)/.test(node.type)) isPlain = false
    // V8 reads a pattern when it is made, and each class of letters is a table.
    if (node.regex?.pattern.includes('\\p{')) isWork = true
    if (node.type === 'Identifier') {
      if (late.has(node.name)) isWork = true
      if (AT_ONCE.has(node.name)) isPlain = false
    }
  })
  return isWork && isPlain
}

/** The declarations of a module that are made when they are used. */
function madeLate(tree, later) {
  const declared = tree.body.flatMap(({ declarations = [] }) => declarations)
  const times = new Map()
  for (const { id } of declared) for (const name of identifiers(id)) times.set(name, (times.get(name) ?? 0) + 1)
  const names = new Set(
    tree.body
      .flatMap(({ type, specifiers }) => (type === 'ImportDeclaration' ? specifiers : []))
      .map((one) => one.local.name),
  )
  const found = new Set(declared.filter(isPackage))
  for (const { id } of found) names.add(id.name)
  for (let count = -1; count !== found.size;) {
    count = found.size
    for (const one of declared) {
      if (found.has(one) || later.has(one.id.name) || times.get(one.id.name) !== 1 || !isMade(one, names)) continue
      found.add(one)
      names.add(one.id.name)
    }
  }
  return found
}

/** Calls `found` with every use of a name of the module, and whether it stands for its key as well, as in `{ name }`. */
function uses(tree, names, found) {
  const visit = (node, hidden) => {
    if (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') return
    // Of the module itself: where it is hidden, another one is declared.
    if (node.type === 'VariableDeclarator' && names.has(node.id.name) && !hidden.has(node.id.name)) {
      visit(node.init, hidden)
      return
    }
    if (node.type === 'Identifier') {
      if (names.has(node.name) && !hidden.has(node.name)) found(node, false)
      return
    }
    const within = node !== tree && opensScope(node) ? new Set([...hidden, ...declaredIn(node)]) : hidden
    const isKeyed = ['MemberExpression', 'Property', 'MethodDefinition', 'PropertyDefinition'].includes(node.type)
    if (node.type === 'Property' && node.shorthand && node.value.type === 'Identifier') {
      if (names.has(node.value.name) && !within.has(node.value.name)) found(node.value, true)
      return
    }
    for (const [key, value] of Object.entries(node)) {
      if (isKeyed && !node.computed && (key === 'property' || key === 'key')) continue
      if (key === 'label') continue
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child?.type === 'string') visit(child, within)
    }
  }
  visit(tree, new Set())
}

/**
 * One chunk as the body of a function of `exports`, `require`, `importModule` and `url`.
 * @param {string} id the chunk, as `commands/rates/push`
 * @param {string} text the chunk as an ES module of esbuild
 * @param {(id: string) => ReadonlySet<string>} madeBy what each chunk exports that is made when it is used
 *
 * What it imports, packages in the same chunk too, is loaded when it is used for the first time, and a value that is made by calls is made then: a command uses
 * a third of what stands in its chunks. No module of ours does anything but define when it is loaded, so the order does not matter.
 * @returns {{ text: string, requires: string[], lateExports: string[], madeExports: string[], taken: [string, string][] }} the ids of what it imports, what it
 *   exports that gets its value later, or is made when it is used, and the names it takes, with their chunk
 */
export function toCommonJs(id, text, madeBy = () => new Set()) {
  const comments = []
  const tree = parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true, onComment: comments })
  const idOf = (specifier) => path.posix.join(path.posix.dirname(id), specifier).replace(/\.js$/, '')
  const later = assignedLater(tree)
  const edits = []
  const requires = []
  const exported = []
  const lateExports = []
  const madeExports = []
  const taken = []
  const edit = (node, by) => edits.push([node.start, node.end, by])
  for (const { start, end } of comments)
    edits.push([start, end, text.slice(start, end).replaceAll(/[\u0080-\uffff]/g, '?')])
  /** Statements that take what is imported, each when one of its names is used for the first time. */
  const takers = []
  /** By name here, its taker. */
  const takerOf = new Map()

  const made = madeLate(tree, later)
  for (const { kind, start, end, declarations } of tree.body.filter(({ type }) => type === 'VariableDeclaration')) {
    if (!declarations.some((one) => made.has(one))) continue
    let at = start
    let before = ''
    for (const one of declarations) {
      const late = made.has(one) ? `$late${takerOf.size}` : undefined
      if (late === undefined) edits.push([at, one.start, `${before}${kind} `])
      else {
        takerOf.set(one.id.name, late)
        edits.push([at, one.init.start, `${before}function ${late}(){${one.id.name}=`])
      }
      at = one.end
      before = late === undefined ? ';' : '}'
    }
    edits.push([at, end, `${before};`])
  }
  for (const node of tree.body) {
    if (node.type === 'ImportDeclaration') {
      const { value } = node.source
      const specifier = isChunk(value) ? `#${idOf(value)}` : value
      if (isChunk(value)) requires.push(idOf(value))
      const one = isChunk(value) ? madeBy(idOf(value)) : new Set()
      const all = []
      for (const { type, imported, local } of node.specifiers) {
        if (type !== 'ImportSpecifier' && isChunk(value)) throw new Error(`${id}: imports ${value} as a whole`)
        if (isChunk(value)) taken.push([idOf(value), nameOf(imported)])
        if (type === 'ImportSpecifier' && one.has(nameOf(imported))) {
          takerOf.set(local.name, `$take${takers.length}`)
          takers.push(`function $take${takers.length}(){${local.name}=require("${specifier}").${nameOf(imported)}}`)
        } else all.push([local.name, type === 'ImportSpecifier' ? `from.${nameOf(imported)}` : 'from'])
      }
      for (const [name] of all) takerOf.set(name, `$take${takers.length}`)
      if (all.length > 0)
        takers.push(
          `function $take${takers.length}(){const from=require("${specifier}");${all.map(([name, from]) => `${name}=${from};`).join('')}}`,
        )
      edit(node, '')
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null && node.source === null) {
      for (const { exported: as, local } of node.specifiers) {
        const taker = takerOf.get(local.name)
        const value = taker === undefined ? local.name : `(${local.name}===void 0&&${taker}(),${local.name})`
        // Read when it is asked for: whoever would take it before it is there is refused below.
        if (later.has(local.name)) lateExports.push(nameOf(as))
        else if (taker !== undefined) madeExports.push(nameOf(as))
        exported.push(
          later.has(local.name) || taker !== undefined
            ? `Object.defineProperty(exports,"${nameOf(as)}",{enumerable:true,get:()=>${value}});`
            : `exports.${nameOf(as)}=${local.name};`,
        )
      }
      edit(node, '')
    } else if (node.type === 'ExportDefaultDeclaration' && !node.declaration.type.endsWith('Declaration')) {
      edits.push([node.start, node.declaration.start, 'exports.default='])
    } else if (node.type.startsWith('Export')) throw new Error(`${id}: an export of another form, ${node.type}`)
  }
  uses(tree, takerOf, (node, isKey) =>
    edit(node, `${isKey ? `${node.name}:` : ''}(${node.name}===void 0&&${takerOf.get(node.name)}(),${node.name})`),
  )
  walk(tree, (node) => {
    if (node.regex !== undefined && inAscii(node.raw) !== node.raw) edit(node, inAscii(node.raw))
    if (node.type === 'MetaProperty' && node.meta.name === 'import') edit(node, '({url})')
    if (node.type === 'ImportExpression') {
      const { source } = node
      if (source.type === 'Literal' && isChunk(source.value)) {
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
    text: `(function(exports,require,importModule,url){"use strict";${takerOf.size > 0 ? `let ${[...takerOf.keys()].join(',')};` : ''}${takers.join('')}${result.replace(/^#!.*\n/, '')}\n${exported.join('')}})`,
    requires,
    lateExports,
    madeExports,
    taken,
  }
}

/** All chunks of a bundle, by id. */
export function allToCommonJs(texts) {
  const made = new Map([...texts].map(([id, text]) => [id, new Set(toCommonJs(id, text).madeExports)]))
  return new Map([...texts].map(([id, text]) => [id, toCommonJs(id, text, (from) => made.get(from))]))
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
