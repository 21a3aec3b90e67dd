'use strict'
// The layout of the help, where the framework looks for it.
module.exports = require('./chunks.cjs').load('cli/help/grouped-help')
