#!/usr/bin/env node
'use strict'
// CommonJS, and everything else through bin/chunks.cjs: an ES module alone costs a quarter of what an empty Node does.
const { textAtOnce, writeAtOnce } = require('./at-once.cjs')

const argv = process.argv.slice(2)
// What a shell asks at a press of Tab.
const isAsked = argv[0] === '__complete'
const known = isAsked ? undefined : textAtOnce(argv)
const unwritten = known === undefined ? undefined : writeAtOnce(known)
if (isAsked) require('./start.cjs').complete(argv.slice(1))
else if (unwritten === undefined) require('./start.cjs').start(argv)
else if (unwritten.length > 0) require('./start.cjs').finish(unwritten)
