'use strict'
// The thread in which "resnotif listen" reads large messages, so that the others need not wait.
require('./chunks.cjs').load('cli/forward/reader-thread')
